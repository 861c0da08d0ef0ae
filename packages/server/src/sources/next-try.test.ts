import { describe, expect, it } from 'vitest';
import { nextTry } from './next-try.js';

const minutesUntil = (options: Omit<Parameters<typeof nextTry>[0], 'now'>) =>
  Date.parse(nextTry({ ...options, now: 0 }) ?? '') / 60_000;

describe('KB-10 when a source is looked at again', () => {
  it('by its schedule, or never where it has none', () => {
    expect(minutesUntil({ everyMinutes: 30, failures: 0 })).toBe(30);
    expect(nextTry({ everyMinutes: null, failures: 3 })).toBeNull();
  });

  it('soon after a failure, and later with every further one', () => {
    const after = (failures: number) => minutesUntil({ everyMinutes: 1_440, failures, problem: 'away' });
    expect([1, 2, 3, 9, 10, 500].map(after)).toEqual([1, 2, 4, 256, 360, 360]);
    expect(minutesUntil({ everyMinutes: 5, failures: 1, problem: 'refused' })).toBe(60);
  });
});
