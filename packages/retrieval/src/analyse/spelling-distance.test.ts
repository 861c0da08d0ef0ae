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

  it('is what the whole table says', () => {
    fc.assert(
      fc.property(word, word, fc.nat(4), (left, right, most) => {
        expect(spellingDistance(left, right, most)).toBe(Math.min(plainDistance(left, right), most + 1));
      }),
      { numRuns: 2_000 },
    );
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

/** The full table: the distance of every pair of prefixes. */
function plainDistance(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, () =>
    Array.from({ length: right.length + 1 }, () => 0),
  );
  for (let row = 0; row <= left.length; row += 1)
    for (let column = 0; column <= right.length; column += 1) {
      const ways = [
        row === 0 && column === 0 ? 0 : Infinity,
        row > 0 ? table[row - 1]![column]! + 1 : Infinity,
        column > 0 ? table[row]![column - 1]! + 1 : Infinity,
      ];
      if (row > 0 && column > 0)
        ways.push(table[row - 1]![column - 1]! + (left[row - 1] === right[column - 1] ? 0 : 1));
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        ways.push(table[row - 2]![column - 2]! + 1);
      table[row]![column] = Math.min(...ways);
    }
  return table[left.length]![right.length]!;
}
