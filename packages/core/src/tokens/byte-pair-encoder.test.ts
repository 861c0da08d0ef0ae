import fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as harmony from 'gpt-tokenizer/encoding/o200k_harmony';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import * as p50k from 'gpt-tokenizer/encoding/p50k_base';
import * as r50k from 'gpt-tokenizer/encoding/r50k_base';
import { describe, expect, test } from 'vitest';
import type { EncodingName } from './encoding-name.js';
import { loadEncoding } from './load-encoding.js';

const ordinary = { disallowedSpecial: new Set<string>() };

/** The reference decodes merged bytes as text and loses a byte order mark there; ours does not. */
const BYTE_ORDER_MARK = '\ufeff';

const snippets = [
  'Hello, World! HTTPServer camelCase XMLHttpRequest',
  "don't I'LL we've THEY'RE 'tis it's'd O'Reilly '",
  'const a = [1, 2];\n\n\tif (a?.b) { return `x${y}`; } // done\r\n',
  'https://example.com/a/b/c?d=e&f=1234567#g //\n/ \n\n/x',
  '契約は終了する。我们在这里。한국어 텍스트 Ünïcödé straße ÉCOLE',
  'नमस्ते ไทย עברית العربية e\u0301\u0301 A\u0301B \u0301abc \u0301ABC ǅ ʰ ªº',
  '😀👩‍👩‍👧‍👦🏳️‍🌈 \ud83d \udc00 x\ud800y 𝒜𝓑𝟘 𐐀𐐨',
  '  leading\n \n  \t trailing   \u00a0\u3000\u2028 \v\f \r\r\n',
  '½ ² ٣٤٥٦ Ⅷ 1234567890 3.14 1,000,000',
  '<|endoftext|> <|im_start|>\u0000\u001f\u007f\u0080',
  '!!!??? ((( --- === ...\n\n\n ##/\n/\n',
];

const unit = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...snippets) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
  },
  {
    weight: 2,
    arbitrary: fc.string({
      unit: fc.constantFrom(...Array.from(" \t\n\r'/aAsSlL1!é字\u0301")),
      maxLength: 40,
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...Array.from('a-A 字\n=.😀')), fc.integer({ min: 1, max: 300 }))
      .map(([one, times]) => one.repeat(times)),
  },
);
/** Joined and cut anywhere, so unlikely neighbours meet. */
const anyText = fc
  .tuple(fc.array(unit, { maxLength: 6 }), fc.nat(50))
  .map(([units, from]) => units.join('').slice(from).replaceAll(BYTE_ORDER_MARK, ''));

const references: [EncodingName, { encode: typeof o200k.encode }, number][] = [
  ['o200k_base', o200k, 1500],
  ['cl100k_base', cl100k, 500],
  ['p50k_base', p50k, 200],
  ['r50k_base', r50k, 200],
  ['o200k_harmony', harmony, 50],
];

describe('CTX-10 the model’s own tokenizer', () => {
  test.each(references)('%s gives the very tokens of the reference for any text', (name, reference, runs) => {
    const encoder = loadEncoding(name);
    for (const snippet of snippets)
      expect(encoder.encode(snippet)).toEqual(reference.encode(snippet, ordinary));
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = reference.encode(text, ordinary);
        expect(encoder.encode(text)).toEqual(tokens);
        expect(encoder.count(text)).toBe(tokens.length);
      }),
      { numRuns: runs },
    );
  });

  test('merges a long piece as the reference does, however the pairs are found', () => {
    const encoder = loadEncoding('o200k_base');
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...Array.from('abcdefghinorstu')),
          minLength: 90,
          maxLength: 1200,
        }),
        (text) => {
          expect(encoder.encode(text)).toEqual(o200k.encode(text));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a byte order mark is the bytes it is made of, before text too', () => {
    const encoder = loadEncoding('o200k_base');
    const mark = encoder.encode(BYTE_ORDER_MARK);
    expect(mark).toHaveLength(1);
    expect(encoder.encode(`${BYTE_ORDER_MARK}12`)).toEqual([...mark, ...encoder.encode('12')]);
  });

  test.each([
    ['a', 2],
    [' ', 2],
    ['字', 2],
    ['\ud83d', 2],
    ['qzkvxjwpyfbghmdlcurtsnioae', 10],
  ])('%j without end is counted, not too low and at most a token a byte (%d MB)', (one, megabytes) => {
    const encoder = loadEncoding('o200k_base');
    const times = Math.floor((megabytes * 1_000_000) / one.length);
    const sample = encoder.count(one.repeat(10_000));
    const tokens = encoder.count(one.repeat(times));
    expect(tokens).toBeGreaterThanOrEqual((sample / 10_000) * times * 0.99);
    expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(one) * times);
  });
});
