import { unitVector } from '@ibid/retrieval';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VectorCodes } from './vector-codes.js';

const dot = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, index) => sum + value * right[index]!, 0);

const vectors = (dimensions: number, count: number) =>
  fc.array(
    fc
      .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
      .map(unitVector),
    { minLength: count, maxLength: count },
  );

describe('KB-3 the vector kernel', () => {
  it('agrees with plain arithmetic for any vectors and dimensions', () => {
    for (const dimensions of [3, 16, 100, 384, 1_040]) {
      fc.assert(
        fc.property(vectors(dimensions, 6), ([query, ...stored]) => {
          const codes = new VectorCodes(dimensions);
          codes.reserve(stored.length);
          stored.forEach((vector, slot) => codes.set(slot, vector));
          const coded = codes.query(query!);
          const slots = stored.map((_, slot) => slot);
          const distances = [...coded.distances(slots)];
          const signs = (vector: Float32Array) => [...vector].map((value) => value > 0);
          const asked = signs(query!);
          const wanted = stored.map(
            (vector) => signs(vector).filter((sign, index) => sign !== asked[index]).length,
          );
          expect(distances).toEqual(wanted);
          for (const most of wanted) {
            const within = slots.filter((slot) => wanted[slot]! <= most);
            expect([...coded.within(stored.length, most)]).toEqual(within);
          }
          const similarities = coded.similarities([4, 0, 2]);
          [4, 0, 2].forEach((slot, place) =>
            expect(Math.abs(similarities[place]! - dot(query!, stored[slot]!))).toBeLessThan(0.02),
          );
        }),
        { numRuns: dimensions > 1_000 ? 1 : 5 },
      );
    }
  });

  it('keeps codes while it grows, and packs and unpacks them unchanged', () => {
    const [query, ...stored] = Array.from({ length: 3000 }, (_, seed) =>
      unitVector(Array.from({ length: 32 }, (_ignored, index) => Math.sin(seed * 7.1 + index * 1.7))),
    );
    const codes = new VectorCodes(32);
    stored.forEach((vector, slot) => {
      codes.reserve(slot + 1);
      codes.set(slot, vector);
    });
    const slots = [0, 1, 500, 1023, 1024, 2998];
    const before = codes.query(query!).similarities(slots);
    slots.forEach((slot, place) => expect(before[place]).toBeCloseTo(dot(query!, stored[slot]!), 1));
    const other = new VectorCodes(32);
    other.reserve(3100);
    other.unpack(100, 2999, codes.pack(0, 2999));
    expect(other.query(query!).similarities(slots.map((slot) => slot + 100))).toEqual(before);
    expect(other.has(99)).toBe(false);
  });
});
