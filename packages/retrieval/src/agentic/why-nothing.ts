import type { Trajectory, TrajectoryStep } from './trajectory.js';

/**
 * Tells "nothing could be searched" from "nothing was found": the reason in words, or null if at least one call
 * succeeded.
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
