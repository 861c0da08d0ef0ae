import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionOf } from './position-of.js';

describe('the place of a slot', () => {
  it('is that of a walk from the start, wherever the search begins before it', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(200)),
        fc.nat(210),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, wanted, share) => {
          const slots = Int32Array.from(values).sort();
          const found = slots.findIndex((slot) => slot >= wanted);
          const place = found < 0 ? slots.length : found;
          expect(positionOf(slots, wanted, Math.floor(place * share))).toBe(place);
        },
      ),
    );
  });
});
