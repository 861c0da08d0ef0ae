import fc from 'fast-check';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { countTokens } from './count-tokens.js';
import { splitPoints } from './split-text.js';
import { TokenCountCache } from './token-count-cache.js';

const ordinary = { disallowedSpecial: new Set<string>() };

describe('CTX-10 counting', () => {
  test('is exact for ordinary text, in the encoding asked for', () => {
    const texts = [
      'Hello, world!',
      'Die Kündigungsfrist beträgt 3 Monate.',
      '契約は終了する。',
      'const a = [1, 2];\n\n',
      '',
    ];
    for (const text of texts) {
      expect(countTokens(text)).toBe(encode(text).length);
      expect(countTokens(text, 'cl100k_base')).toBe(encodeCl100k(text).length);
    }
    expect(countTokens('An unknown tokenizer.', 'no_such_encoding')).toBe(
      encode('An unknown tokenizer.').length,
    );
  });

  test('is exact for long text too, since it is cut where tokens end anyway', () => {
    const text = Array.from({ length: 30_000 }, (_, index) => `Word ${index} of a long report,`).join(' ');
    expect(text.length).toBeGreaterThan(600_000);
    expect(countTokens(text)).toBe(encode(text).length);
  });

  test('never counts less than there is, and is exact without endless runs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.nat(3), (text, times) => {
        const whole = `${text} `.repeat(times + 1);
        expect(countTokens(whole)).toBe(encode(whole, ordinary).length);
      }),
      { numRuns: 100 },
    );
  });

  test('takes what looks like a special token as text', () => {
    expect(countTokens('<|endoftext|>')).toBe(encode('<|endoftext|>', ordinary).length);
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  test('takes lone surrogates, alone and inside text', () => {
    expect(countTokens('\ud800')).toBeGreaterThan(0);
    expect(countTokens(`a\udc00b ${'\ud83d'.repeat(700)}`)).toBeGreaterThan(10);
  });

  test.each([
    ['one letter', 'a'],
    ['one mark', '-'],
    ['one space', ' '],
    ['one upper-case letter', 'A'],
    ['one character of two halves', '\ud83d\ude00'],
    ['mixed letters', 'qzkvxjwpyfbghmdlcurtsnioae'],
  ])('4 MB of %s are cut into bounded pieces that join to the text', (_, unit) => {
    const text = unit.repeat(Math.floor(4_000_000 / unit.length));
    const { ends } = splitPoints(text);
    let longest = 0;
    let shortest = Infinity;
    for (const [index, end] of ends.entries()) {
      const length = end - (ends[index - 1] ?? 0);
      longest = Math.max(longest, length);
      shortest = Math.min(shortest, length);
    }
    expect(longest).toBeLessThanOrEqual(330);
    expect(shortest).toBeGreaterThan(0);
    expect(ends.at(-1)).toBe(text.length);
    expect(countTokens(text)).toBeGreaterThanOrEqual(text.length / 300);
  });

  test('a cut never splits a pair of surrogates', () => {
    const text = `x${'\ud83d\ude00'.repeat(3000)}`;
    for (const end of splitPoints(text).ends.slice(0, -1)) {
      const code = text.charCodeAt(end);
      expect(code >= 0xdc00 && code <= 0xdfff).toBe(false);
    }
  });
});

describe('the cache of counts', () => {
  test('is bounded by the characters it holds, and keeps what is used', () => {
    const cache = new TokenCountCache({ maxCharacters: 20_000 });
    cache.set('kept', 1);
    for (let index = 0; index < 5000; index += 1) {
      cache.set(`entry number ${index} of many`, index);
      expect(cache.get('kept')).toBe(1);
    }
    expect(cache.heldCharacters).toBeLessThanOrEqual(20_000);
    expect(cache.get('entry number 1 of many')).toBeUndefined();
    cache.set('x'.repeat(15_000), 1);
    expect(cache.get('x'.repeat(15_000))).toBeUndefined();
  });
});
