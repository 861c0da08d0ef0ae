import type { TurnClock } from './turn-clock.js';

/** Waits for optional work at the end of a turn: until it is done, the time is up, or the turn has ended. */
export function settledWithin(
  pending: Iterable<Promise<unknown>>,
  milliseconds: number,
  { clock, signal }: { clock: TurnClock; signal: AbortSignal },
): Promise<void> {
  const work = [...pending];
  if (work.length === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(milliseconds, finish);
    signal.addEventListener('abort', finish, { once: true });
    void Promise.allSettled(work).then(finish);
  });
}
