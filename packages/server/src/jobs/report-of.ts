import type { IngestOutcome, IngestReport, IngestStatus } from '@ibid/retrieval';

/** The report of work on these files; of work that is not about files, without any. */
export function reportOf(
  outcomes: readonly IngestOutcome[] = [],
  more: { chunks?: number; stopped?: boolean } = {},
): IngestReport {
  const counts: Record<IngestStatus, number> = {
    added: 0,
    changed: 0,
    unchanged: 0,
    moved: 0,
    removed: 0,
    failed: 0,
  };
  for (const { status } of outcomes) counts[status] += 1;
  return { outcomes: [...outcomes], counts, chunks: more.chunks ?? 0, stopped: more.stopped ?? false };
}

/** One report of a job that was done in several goes: what an earlier one took in, a later one finds unchanged. */
export function joinReports(earlier: IngestReport | null, later: IngestReport): IngestReport {
  if (!earlier) return later;
  const keyOf = (outcome: IngestOutcome): string => outcome.externalId ?? outcome.itemId ?? outcome.name;
  const outcomes = new Map(earlier.outcomes.map((outcome) => [keyOf(outcome), outcome]));
  for (const outcome of later.outcomes) {
    const key = keyOf(outcome);
    if (outcome.status !== 'unchanged' || !outcomes.has(key)) outcomes.set(key, outcome);
  }
  return reportOf([...outcomes.values()], {
    chunks: earlier.chunks + later.chunks,
    stopped: later.stopped,
  });
}
