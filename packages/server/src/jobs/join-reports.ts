import { reportOf } from '@ibid/retrieval/internal';
import type { IngestOutcome, IngestReport } from '@ibid/retrieval/internal';

/** One report of a job that was done in several goes: what an earlier one took in, a later one finds unchanged. */
export function joinReports(earlier: IngestReport | null, later: IngestReport): IngestReport {
  if (!earlier) return later;
  const keyOf = (outcome: IngestOutcome): string => outcome.externalId ?? outcome.itemId ?? outcome.name;
  const outcomes = new Map(earlier.outcomes.map((outcome) => [keyOf(outcome), outcome]));
  for (const outcome of later.outcomes) {
    const key = keyOf(outcome);
    const known = outcomes.get(key);
    if (outcome.status !== 'unchanged' || !known || known.status === 'failed') outcomes.set(key, outcome);
  }
  return { ...reportOf([...outcomes.values()], later.stopped), chunks: earlier.chunks + later.chunks };
}
