import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, type LineChange } from './compare-versions.js';

const text = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'last'), { maxLength: 25 })
  .map((l) => l.join(''));
const side = (changes: LineChange[], leftOut: LineChange['kind']) =>
  changes
    .filter(({ kind }) => kind !== leftOut)
    .flatMap(({ lines }) => lines)
    .join('');

function longestCommon(a: string[], b: string[]): number {
  const row = Array.from({ length: b.length + 1 }, () => 0);
  for (const left of a)
    for (let j = 1, diagonal = 0; j <= b.length; j += 1) {
      const above = row[j] ?? 0;
      row[j] = left === b[j - 1] ? diagonal + 1 : Math.max(above, row[j - 1] ?? 0);
      diagonal = above;
    }
  return row[b.length] ?? 0;
}

describe('FD-8 versions of a reference can be compared', () => {
  it('says both texts exactly, with as little change as possible', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = compareVersions(before, after);
        expect(side(changes, 'added')).toBe(before);
        expect(side(changes, 'removed')).toBe(after);
        const same = changes
          .filter(({ kind }) => kind === 'same')
          .reduce((sum, { lines }) => sum + lines.length, 0);
        const lines = (value: string) => (value === '' ? [] : value.split(/(?<=\n)/));
        expect(same).toBe(longestCommon(lines(before), lines(after)));
      }),
    );
  });

  it('numbers the lines on both sides', () => {
    expect(compareVersions('a\nb\nc\n', 'a\nx\nc\nd\n')).toEqual([
      { kind: 'same', lines: ['a\n'], oldLine: 1, newLine: 1 },
      { kind: 'removed', lines: ['b\n'], oldLine: 2, newLine: 2 },
      { kind: 'added', lines: ['x\n'], oldLine: 3, newLine: 2 },
      { kind: 'same', lines: ['c\n'], oldLine: 3, newLine: 3 },
      { kind: 'added', lines: ['d\n'], oldLine: 4, newLine: 4 },
    ]);
  });

  it('stays bounded where two texts have nothing in common', () => {
    const before = Array.from({ length: 5_000 }, (_, i) => `old ${i}\n`).join('');
    const after = Array.from({ length: 5_000 }, (_, i) => `new ${i}\n`).join('');
    const changes = compareVersions(before, after);
    expect(changes.map(({ kind }) => kind)).toEqual(['removed', 'added']);
    expect(side(changes, 'removed')).toBe(after);
  });
});
