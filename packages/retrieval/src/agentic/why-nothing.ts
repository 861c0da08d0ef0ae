import type { Trajectory, TrajectoryStep } from './trajectory.js';

/**
 * Nothing found because nothing could be searched is another thing than nothing there: the reason in words, or null
 * where at least one call went well.
 */
export function whyNothing({
  outcome,
  steps,
}: {
  outcome: Pick<Trajectory['outcome'], 'reason' | 'detail'>;
  steps: readonly TrajectoryStep[];
}): string | null {
  if (outcome.reason === 'stopped') return null;
  const calls = steps.flatMap((step) => step.calls).filter((call) => call.tool !== 'finish_retrieval');
  if (calls.some((call) => !call.isError)) return null;
  return outcome.reason === 'failed' ? outcome.detail : (calls.at(-1)?.result ?? null);
}
