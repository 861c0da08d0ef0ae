import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseXml } from './parse-xml.test-helper.js';
import { escapeXmlAttribute, escapeXmlText, xmlElement } from './xml.js';

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)) });
const allowed = (text: string) =>
  !/\p{Cs}/u.test(text) && !/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text);

describe('FD-5 answers are XML, always well-formed', () => {
  it('parses for any text and any attribute, whatever code units they hold', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, value) => {
        expect(() => parseXml(xmlElement('fd_content', { fd: value }, escapeXmlText(text)))).not.toThrow();
      }),
    );
  });

  it('gives a parser back exactly the text, where XML can hold it', () => {
    const holdable = fc.string({ unit: 'grapheme' }).filter(allowed);
    fc.assert(
      fc.property(holdable, holdable, (text, value) => {
        const parsed = parseXml(xmlElement('fd_content', { fd: value }, escapeXmlText(text)));
        expect(parsed).toEqual({ name: 'fd_content', attributes: { fd: value }, text });
      }),
    );
  });

  it('keeps carriage returns and shows what XML forbids', () => {
    expect(escapeXmlText('a\r\nb')).toBe('a&#13;\nb');
    expect(escapeXmlText('\u0000\u001b[1m\ud800x\uffff')).toBe('\u2400\u241b[1m\ufffdx\ufffd');
    expect(escapeXmlText('\u{1f600}')).toBe('\u{1f600}');
    expect(escapeXmlAttribute('"<a>\n')).toBe('&quot;&lt;a&gt;&#10;');
  });
});
