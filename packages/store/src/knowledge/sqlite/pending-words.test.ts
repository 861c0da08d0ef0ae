import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachWord, encodeWords } from './block-codec.js';
import { PendingWords } from './pending-words.js';

const chunk = fc.dictionary(fc.stringMatching(/^[a-zé0-9一-三]{1,3}$/), fc.integer({ min: 1, max: 255 }), {
  maxKeys: 30,
});

describe('KB-3 words of chunks that wait', () => {
  it('are found where they were added, for any chunks, also after it was emptied', () => {
    const pending = new PendingWords();
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 40 }), (chunks) => {
        pending.clear();
        const expected = new Map<string, [slot: number, weight: number][]>();
        for (const [slot, words] of chunks.entries()) {
          const weights = new Map(Object.entries(words));
          eachWord(encodeWords(weights), (word, weight) => pending.add(slot, word, weight));
          // Lists returned before are now incomplete.
          for (const word of weights.keys()) pending.of(word);
          for (const [word, weight] of weights)
            expected.set(word, [...(expected.get(word) ?? []), [slot, weight]]);
        }
        for (const [word, places] of expected) {
          const postings = pending.of(word);
          expect([...postings!.slots]).toEqual(places.map(([slot]) => slot));
          expect([...postings!.weights]).toEqual(places.map(([, weight]) => weight));
          expect(postings!.heaviest).toBe(Math.max(...places.map(([, weight]) => weight)));
        }
        expect(pending.of('nowhere')).toBeNull();
      }),
    );
  });

  it('may be more than there was room for at first', () => {
    const pending = new PendingWords();
    for (let slot = 0; slot < 20; slot += 1)
      for (let word = 0; word < 5_000; word += 1) pending.add(slot, `w${word}`, 1 + ((slot + word) % 255));
    const postings = pending.of('w4999');
    expect([...postings!.slots]).toEqual(Array.from({ length: 20 }, (_, slot) => slot));
    expect(postings!.weights[3]).toBe(1 + ((3 + 4999) % 255));
  });
});
