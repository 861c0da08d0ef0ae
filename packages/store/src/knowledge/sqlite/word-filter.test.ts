import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeWordFilter, wordsThatPass } from './word-filter.js';

describe('KB-3 the filter of the words of a block', () => {
  it('lets every one of its words pass, whatever they are written in', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 })), (words) => {
        const filter = makeWordFilter(words, words.length);
        expect(wordsThatPass(words, [filter])).toEqual(words);
        expect(wordsThatPass(words, [makeWordFilter([], 0), filter])).toEqual(words);
        expect(wordsThatPass(words, [makeWordFilter([], 0)])).toEqual([]);
      }),
    );
  });

  it('lets few others pass', () => {
    const word = (number: number) => `w${number.toString(36)}`;
    const words = Array.from({ length: 20_000 }, (_, number) => word(number));
    const others = Array.from({ length: 20_000 }, (_, number) => word(number + 20_000));
    const filter = makeWordFilter(words, words.length);
    expect(filter).toHaveLength(40_000);
    expect(wordsThatPass(others, [filter]).length).toBeLessThan(40);
  });

  it('is made as it was when those that are stored were made', () => {
    const filter = makeWordFilter(['lighthouse', 'größe', 'москва', '灯台'], 4);
    expect(Buffer.from(filter).toString('hex')).toBe('8d3073eca3950452');
  });
});
