import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.js';
import { decodeText } from './decode-text.js';

const sample = 'Grüße: 100 € – “quoted”\nsecond line';

describe('KB-1 encodings are detected', () => {
  it('UTF-8 with and without mark', () => {
    expect(decodeText(new TextEncoder().encode(sample))).toEqual({ text: sample, encoding: 'utf-8' });
    expect(decodeText(new TextEncoder().encode(`\ufeff${sample}`)).text).toBe(sample);
  });

  it('UTF-16 with mark, and without it when most of it is Western', () => {
    const little = Buffer.from(sample, 'utf16le');
    const big = Buffer.from(little).swap16();
    expect(decodeText(little)).toEqual({ text: sample, encoding: 'utf-16le' });
    expect(decodeText(big)).toEqual({ text: sample, encoding: 'utf-16be' });
    expect(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), little])).text).toBe(sample);
    expect(decodeText(Buffer.concat([Buffer.from([0xfe, 0xff]), big])).text).toBe(sample);
  });

  it('Windows-1252 when it is no valid UTF-8', () => {
    const bytes = new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x80, 0x20, 0x93, 0x61, 0x94]);
    expect(decodeText(bytes)).toEqual({ text: 'Grüße € “a”', encoding: 'windows-1252' });
  });

  it('stored text has line feeds only and nothing a database refuses', () => {
    expect(cleanText('\ufeffa\r\nb\rc\u0000\u0007d\ud800e😀\f')).toBe('a\nb\ncd\ufffde😀\f');
  });
});
