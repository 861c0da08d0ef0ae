import type { TurnClock } from './turn-clock.js';

/** The machine's clock, for callers to pass in. Of the engine, only the AI SDK and toolbox adapters import it. */
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
