import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestTerm } from './nearest-term.js';

describe('MOD-2 a misspelt word', () => {
  it('stands for the nearest one that is known', () => {
    const known = ['approv', 'budget', 'winch', 'recompression'];
    expect(nearestTerm('aprov', known)).toBe('approv');
    expect(nearestTerm('bugdet', known)).toBe('budget');
    expect(nearestTerm('recompresion', known)).toBe('recompression');
  });

  it('stands for nothing where it is short, a number, or far from all', () => {
    expect(nearestTerm('ship', ['shop'])).toBeNull();
    expect(nearestTerm('h-2401', ['h-2402'])).toBeNull();
    expect(nearestTerm('guitar', ['budget', 'winch'])).toBeNull();
    expect(nearestTerm('budget', [])).toBeNull();
  });

  it('of four letters stands for one with two of them swapped', () => {
    expect(nearestTerm('gaer', ['brake', 'gear'])).toBe('gear');
    expect(nearestTerm('gaer', ['gaur', 'gate', 'rage'])).toBeNull();
  });

  it('is found again after any one slip behind its first letter', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{6,12}$/u),
        fc.nat(),
        fc.constantFrom('drop', 'double', 'swap'),
        (word, place, slip) => {
          const at = 1 + (place % (word.length - 2));
          const [here, next] = [word[at] ?? '', word[at + 1] ?? ''];
          const middle = { drop: '', double: here + here, swap: next + here }[slip];
          const end = word.slice(slip === 'swap' ? at + 2 : at + 1);
          expect(nearestTerm(word.slice(0, at) + middle + end, [word])).toBe(word);
        },
      ),
    );
  });
});
