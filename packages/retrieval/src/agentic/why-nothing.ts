import type { Trajectory } from './trajectory.js';

/**
 * Nothing found because nothing could be searched is another thing than nothing there: the reason in words, or null
 * where at least one call went well.
 */
export function whyNothing({ outcome, steps }: Trajectory): string | null {
  if (outcome.reason === 'stopped') return null;
  const calls = steps.flatMap((step) => step.calls).filter((call) => call.tool !== 'finish_retrieval');
  const failed = calls.findLast((call) => call.isError);
  if (failed && calls.every((call) => call.isError)) return failed.result;
  return outcome.reason === 'failed' && calls.length === 0 ? outcome.detail : null;
}
