import type { TurnClock } from './turn-clock.js';

/** The machine's clock, for callers to hand in. Nothing in the engine imports it. */
export const systemClock: TurnClock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  yield: () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    }),
};
