import type { TurnClock } from './turn-clock.js';
import { TurnEndedError } from './turn-errors.js';

/** Waits on the given clock. An abort ends the wait at once, so no timer outlives the turn. */
export function wait(options: {
  clock: TurnClock;
  milliseconds: number;
  signal: AbortSignal;
}): Promise<void> {
  const { clock, milliseconds, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new TurnEndedError());
      return;
    }
    const onAbort = () => {
      cancel();
      reject(new TurnEndedError());
    };
    const cancel = clock.after(milliseconds, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
