import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from './line-diff.js';

const version = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  .map((lines) => lines.join('\n'));

describe('FD-8 differences between versions', () => {
  it('gives back both versions, whatever they are', () => {
    fc.assert(
      fc.property(version, version, (before, after) => {
        const lines = lineDiff(before, after);
        const side = (kind: 'added' | 'removed') =>
          lines
            .filter((line) => line.kind === 'same' || line.kind === kind)
            .map((line) => line.text)
            .join('\n');
        expect(side('removed')).toBe(before);
        expect(side('added')).toBe(after);
      }),
    );
  });

  it('keeps what did not change', () => {
    expect(lineDiff('a\nb\nc', 'a\nx\nc')).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
    ]);
    expect(lineDiff('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
  });
});
