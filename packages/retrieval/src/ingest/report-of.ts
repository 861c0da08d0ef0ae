import type { IngestOutcome, IngestReport, IngestStatus } from './ingest-types.js';

export function reportOf(outcomes: IngestOutcome[], stopped: boolean): IngestReport {
  const counts: Record<IngestStatus, number> = {
    added: 0,
    changed: 0,
    unchanged: 0,
    moved: 0,
    removed: 0,
    skipped: 0,
    failed: 0,
  };
  let chunks = 0;
  for (const outcome of outcomes) {
    counts[outcome.status] += outcome.files ?? 1;
    chunks += outcome.chunks;
  }
  return { outcomes, counts, chunks, stopped };
}
