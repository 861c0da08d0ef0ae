import type { TurnClock } from './turn-clock.js';

/** The machine's clock, for callers to pass in. The engine does not import it. */
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
