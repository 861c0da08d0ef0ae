import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDelta } from './apply-delta.js';

const length = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...length(value >> 7)];

describe('KB-10 differences in packs of Git', () => {
  it('copies from the base and inserts', () => {
    const base = Buffer.from('the quick brown fox');
    const delta = [...length(19), ...length(13), 0x91, 4, 6, 3, ...Buffer.from('red'), 0x91, 15, 4];
    expect(Buffer.from(applyDelta(base, Uint8Array.from(delta), 100) ?? []).toString()).toBe('quick red fox');
  });

  it('rebuilds whatever is cut into pieces', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.record({ offset: fc.nat(299), count: fc.integer({ min: 1, max: 255 }) }),
        fc.uint8Array({ minLength: 1, maxLength: 127 }),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 600, maxLength: 700 }), pieces, (base, steps) => {
        const expected = Buffer.concat(
          steps.map((step) =>
            'offset' in step ? base.subarray(step.offset, step.offset + step.count) : step,
          ),
        );
        const body = steps.flatMap((step) =>
          'offset' in step ? [0x93, step.offset & 255, step.offset >> 8, step.count] : [step.length, ...step],
        );
        const delta = Uint8Array.from([...length(base.length), ...length(expected.length), ...body]);
        expect(Buffer.compare(applyDelta(base, delta, 100_000) ?? new Uint8Array(1), expected)).toBe(0);
      }),
    );
  });

  it('refuses what does not fit, and never makes more than it may', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.uint8Array({ maxLength: 50 }), (base, delta) => {
        expect((applyDelta(base, delta, 1000) ?? []).length).toBeLessThanOrEqual(1000);
      }),
    );
    const huge = Uint8Array.from([...length(3), 255, 255, 255, 255, 127, 0x90, 3]);
    expect(applyDelta(Buffer.from('abc'), huge, 1000)).toBeNull();
    expect(applyDelta(Buffer.from('abc'), Uint8Array.from([3, 10, 0x91, 1, 10]), 1000)).toBeNull();
  });
});
