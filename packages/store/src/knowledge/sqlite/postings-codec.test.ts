import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOf } from './best-of.js';
import { decodePostings, encodePostings } from './postings-codec.js';

describe('KB-3 postings', () => {
  it('come back as they were written', () => {
    const positions = fc.uniqueArray(fc.nat(5_000_000)).map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(positions, fc.nat(1000), (all, first) => {
        const weights = all.map((position) => (position % 255) + 1);
        const { slots, weights: read } = decodePostings(encodePostings(all, weights), first);
        expect([...slots]).toEqual(all.map((position) => position + first));
        expect([...read]).toEqual(weights);
      }),
    );
  });
});

describe('KB-3 the best of many scores', () => {
  it('are those a full sort would give', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 })),
        fc.integer({ min: 1, max: 12 }),
        (values, limit) => {
          const scores = Float32Array.from(values);
          const keys = values.map((_, index) => index);
          const sorted = keys
            .filter((key) => values[key]! > 0)
            .sort((left, right) => values[right]! - values[left]! || left - right);
          expect(bestOf(keys, scores, limit)).toEqual(sorted.slice(0, limit));
        },
      ),
    );
  });
});
