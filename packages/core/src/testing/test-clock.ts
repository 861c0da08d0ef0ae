import type { TurnClock } from '../turn/turn-clock.js';

/**
 * A clock that stands still until a test moves it.
 *
 * ```ts
 * import type { TestClock } from '@ibid/core/testing';
 *
 * const passMinute = (clock: TestClock) => clock.advance(60_000);
 * ```
 */
export interface TestClock extends TurnClock {
  /** Delays that were requested, in order. */
  readonly waits: readonly number[];
  /** Timers that are neither fired nor cancelled. */
  readonly pending: number;
  /** Advances the time and fires due timers in order. */
  advance: (milliseconds: number) => Promise<void>;
}

/**
 * A clock that stands still until the test moves it.
 *
 * ```ts
 * import { testClock } from '@ibid/core/testing';
 *
 * const clock = testClock();
 * console.log(clock.now()); // stands still until the test moves it
 * ```
 */
export function testClock(start = Date.UTC(2026, 0, 1)): TestClock {
  let now = start;
  let timers: { due: number; callback: () => void }[] = [];
  const waits: number[] = [];
  const settle = () =>
    new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  return {
    waits,
    get pending() {
      return timers.length;
    },
    now: () => now,
    after: (milliseconds, callback) => {
      const timer = { due: now + milliseconds, callback };
      waits.push(milliseconds);
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    yield: settle,
    advance: async (milliseconds) => {
      const target = now + milliseconds;
      for (;;) {
        await settle();
        const next = timers.filter((timer) => timer.due <= target).sort((a, b) => a.due - b.due)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.due);
        next.callback();
      }
      now = target;
      await settle();
    },
  };
}
