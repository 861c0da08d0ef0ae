import fc from 'fast-check';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { countTokens, countTokensInSlices, countTokensUncached } from './count-tokens.js';
import { loadEncoding } from './load-encoding.js';
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
      expect(countTokensUncached(text)).toBe(encode(text).length);
      expect(countTokens(text, 'cl100k_base')).toBe(encodeCl100k(text).length);
    }
    expect(countTokens('An unknown tokenizer.', 'no_such_encoding')).toBe(
      encode('An unknown tokenizer.').length,
    );
  });

  test('is exact for long text too', () => {
    const text = Array.from({ length: 30_000 }, (_, index) => `Word ${index} of a long report,`).join(' ');
    expect(text.length).toBeGreaterThan(600_000);
    expect(countTokens(text)).toBe(encode(text).length);
  });

  test('is the same in slices, wherever they end, and lets others have their turn', async () => {
    const text = Array.from({ length: 30_000 }, (_, index) => `Zeile ${index} – 契約, 🙂 it's`).join('\r\n');
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    expect(await countTokensInSlices(text)).toBe(countTokensUncached(text));
    clearInterval(others);
    expect(turns).toBeGreaterThan(0);

    const encoder = loadEncoding('o200k_base');
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        (any, size) => {
          const counting = encoder.countInSlices(any, size);
          let step = counting.next();
          while (!step.done) step = counting.next();
          expect(step.value).toBe(encoder.count(any));
        },
      ),
    );
  });

  test('is exact for repeated text of any characters', () => {
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
  });

  test('keeps one large text, the newest, beside the others, and none that is larger than all of them', () => {
    const cache = new TokenCountCache({ maxCharacters: 20_000 });
    cache.set('kept', 1);
    cache.set('x'.repeat(9000), 2);
    expect(cache.get('x'.repeat(9000))).toBe(2);
    cache.set('y'.repeat(9000), 3);
    expect(cache.get('x'.repeat(9000))).toBeUndefined();
    expect(cache.get('y'.repeat(9000))).toBe(3);
    cache.set('z'.repeat(15_000), 4);
    expect(cache.get('z'.repeat(15_000))).toBeUndefined();
    expect(cache.get('kept')).toBe(1);
    expect(cache.heldCharacters).toBe(9004);
  });
});
