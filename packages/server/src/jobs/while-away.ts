import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@ibid/store/internal';

const PAUSE_MILLISECONDS = 1_000;
/** A job may also speak with others, whose absence looks the same: it is not done again for ever. */
export const JOB_PATIENCE_MILLISECONDS = 300_000;

interface Clock {
  now(): number;
  pause(milliseconds: number, signal: AbortSignal): Promise<unknown>;
}

const systemClock: Clock = {
  now: () => performance.now(),
  pause: (milliseconds, signal) => pause(milliseconds, null, { signal }),
};

/** Does what needs the database, again while that is away: a job outlives it. Ends with the signal. */
export async function whileAway<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
  patienceMilliseconds = Infinity,
  clock = systemClock,
): Promise<Result> {
  let awaySince: number | null = null;
  for (;;) {
    const begun = clock.now();
    try {
      return await work();
    } catch (error) {
      const now = clock.now();
      // What went well for long has met something new.
      if (awaySince === null || now - begun > patienceMilliseconds) awaySince = now;
      const isTooLong = now - awaySince > patienceMilliseconds;
      if (signal.aborted || isTooLong || !isDatabaseUnavailable(error)) throw error;
    }
    await clock.pause(PAUSE_MILLISECONDS, signal).catch(() => {});
  }
}
