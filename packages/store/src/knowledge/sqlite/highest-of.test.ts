import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOf } from './best-of.js';
import { highestOf } from './highest-of.js';

describe('KB-3 the highest scores', () => {
  it('holds all of the best as ordering would choose them, in the order of the keys, and nothing at 0', () => {
    const cases = fc.tuple(
      fc.array(fc.float({ min: 0, max: 50, noNaN: true }), { maxLength: 300 }),
      fc.integer({ min: 1, max: 40 }),
    );
    fc.assert(
      fc.property(cases, ([values, wanted]) => {
        const scores = Float32Array.from(values);
        const keys = Int32Array.from(values.keys()).filter((key) => key % 3 !== 1);
        const chosen = highestOf(keys, scores, wanted);
        expect(chosen).toEqual(chosen.toSorted());
        expect(new Set(chosen).size).toBe(chosen.length);
        expect([...chosen].every((key) => scores[key]! > 0 && keys.includes(key))).toBe(true);
        for (const key of bestOf(keys, scores, wanted)) expect(chosen).toContain(key);
      }),
    );
  });
});
