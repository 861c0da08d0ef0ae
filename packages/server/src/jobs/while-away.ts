import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@ibid/store';

const PAUSE_MILLISECONDS = 1_000;

/** Does what needs the database, again while that is away: a job outlives it. Ends with the signal. */
export async function whileAway<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isDatabaseUnavailable(error)) throw error;
    }
    await pause(PAUSE_MILLISECONDS, null, { signal }).catch(() => {});
  }
}
