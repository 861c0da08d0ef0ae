import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellingDistance } from './spelling-distance.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 });

describe('KB-3 the distance of two spellings', () => {
  it.each([
    ['receive', 'receive', 0],
    ['recieve', 'receive', 1],
    ['comittee', 'committee', 1],
    ['acommodate', 'accommodation', 4],
    ['kernel', 'kerning', 3],
  ])('%s and %s: %i', (left, right, distance) => {
    expect(spellingDistance(left, right, 5)).toBe(distance);
    expect(spellingDistance(right, left, 5)).toBe(distance);
  });

  it('is more than the most that is asked for where it is more', () => {
    fc.assert(
      fc.property(word, word, fc.nat(3), (left, right, most) => {
        const distance = spellingDistance(left, right, 20);
        const asked = spellingDistance(left, right, most);
        expect(asked <= most ? asked : Infinity).toBe(distance <= most ? distance : Infinity);
      }),
    );
  });
});
