import type { ConnectorProblem } from '@ibid/retrieval/internal';

const MINUTE_MILLISECONDS = 60_000;
const MOST_MINUTES = 6 * 60;
/** Problems that only a user can fix are not retried every minute. */
const LEAST_MINUTES_IF_WRONG = 60;

/** When to check a source again: by its schedule, sooner after a failure, later with each further one. */
export function nextTry(options: {
  everyMinutes: number | null;
  failures: number;
  problem?: ConnectorProblem;
  now?: number;
}): string | null {
  const { everyMinutes, failures, problem, now = Date.now() } = options;
  if (everyMinutes === null) return null;
  let minutes = everyMinutes;
  if (failures > 0) {
    const isWrong = problem === 'settings' || problem === 'refused';
    const pause = Math.min(MOST_MINUTES, 2 ** Math.min(failures - 1, 20));
    minutes = Math.max(pause, isWrong ? LEAST_MINUTES_IF_WRONG : 0);
  }
  return new Date(now + minutes * MINUTE_MILLISECONDS).toISOString();
}
