import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@ibid/store/internal';

const PAUSE_MILLISECONDS = 1_000;
/** A job may also depend on other services, whose outages look the same, so retries are limited. */
export const JOB_PATIENCE_MILLISECONDS = 300_000;

interface Clock {
  now(): number;
  pause(milliseconds: number, signal: AbortSignal): Promise<unknown>;
}

const systemClock: Clock = {
  now: () => performance.now(),
  pause: (milliseconds, signal) => pause(milliseconds, null, { signal }),
};

/** Retries work while the database is unavailable: a job survives its outages. Ends with the signal. */
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
      // After a long successful run, this is a new outage.
      if (awaySince === null || now - begun > patienceMilliseconds) awaySince = now;
      const isTooLong = now - awaySince > patienceMilliseconds;
      if (signal.aborted || isTooLong || !isDatabaseUnavailable(error)) throw error;
    }
    await clock.pause(PAUSE_MILLISECONDS, signal).catch(() => {});
  }
}
