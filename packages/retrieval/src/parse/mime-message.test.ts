import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHeaderWords, parseMimeParameters } from './mime-header.js';
import { parseMimeMessage } from './mime-message.js';
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.js';

/** As mail programs write it: lines of at most 76 characters, soft breaks, upper-case hexadecimal digits. */
function encodeQuotedPrintable(bytes: Uint8Array): string {
  const symbols = [...bytes].map((byte) =>
    byte >= 33 && byte <= 126 && byte !== 61
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  );
  let line = '';
  let text = '';
  for (const symbol of symbols) {
    if (line.length + symbol.length > 75) {
      text += `${line}=\r\n`;
      line = '';
    }
    line += symbol;
  }
  return text + line;
}

describe('KB-1 e-mail', () => {
  it('transfer encodings give back any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect([...decodeQuotedPrintable(encodeQuotedPrintable(bytes))]).toEqual([...bytes]);
        const lines = Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
        expect([...decodeBase64(lines)]).toEqual([...bytes]);
      }),
    );
  });

  it('encoded words, joined over line breaks, in their character sets', () => {
    expect(decodeHeaderWords('=?utf-8?q?Gr=C3=BC?= =?utf-8?q?=C3=9Fe_aus?= Kiel')).toBe('Grüße aus Kiel');
    expect(decodeHeaderWords('=?iso-8859-1?B?S/ZsbiE=?=')).toBe('Köln!');
    expect(decodeHeaderWords('=?no-such-set?Q?plain?=')).toBe('plain');
  });

  it('parameters that were split and encoded', () => {
    const { value, parameters } = parseMimeParameters(
      `Attachment; filename*0*=utf-8''M%C3%A4r; filename*1=z.pdf; size="1;2"`,
    );
    expect(value).toBe('attachment');
    expect(parameters.get('filename')).toBe('März.pdf');
    expect(parameters.get('size')).toBe('1;2');
  });

  it('prefers plain text, ignores what is after the last boundary, survives a missing one', () => {
    const message = [
      'Content-Type: multipart/alternative; boundary=x',
      '',
      'preamble',
      '--x',
      'Content-Type: text/html',
      '',
      '<p>rich</p>',
      '--x',
      'Content-Type: text/plain',
      '',
      'plain',
      '--x--',
      'epilogue',
    ];
    const { parts } = parseMimeMessage(message.join('\r\n'));
    expect(parts.map((part) => Buffer.from(part.content).toString())).toEqual(['plain']);
    const cut = parseMimeMessage(message.slice(0, 7).join('\r\n'));
    expect(cut.parts.map((part) => part.mediaType)).toEqual(['text/html']);
  });
});
