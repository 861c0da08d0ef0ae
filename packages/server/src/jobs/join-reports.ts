import { reportOf } from '@ibid/retrieval/internal';
import type { IngestOutcome, IngestReport } from '@ibid/retrieval/internal';
import { boundOutcomes, isCounted, keyOf } from './bound-outcomes.js';

/** Merges the reports of a job that ran in several parts: what an earlier one added, a later one finds unchanged. */
export function joinReports(earlier: IngestReport | null, later: IngestReport): IngestReport {
  if (!earlier) return { ...later, outcomes: boundOutcomes(later.outcomes) };
  const named = new Set(later.outcomes.map(keyOf));
  const outcomes = new Map(earlier.outcomes.map((outcome) => [keyOf(outcome), outcome]));
  const unnamed = new Unnamed(earlier.outcomes, (outcome) => !named.has(keyOf(outcome)));
  for (const outcome of later.outcomes) {
    const key = keyOf(outcome);
    const known = isCounted(outcome) ? undefined : outcomes.get(key);
    if (outcome.status === 'unchanged' && known && known.status !== 'failed') continue;
    const told = known ? outcome : unnamed.meet(outcome);
    if (told) outcomes.set(key, told);
  }
  unnamed.leave(outcomes);
  return {
    ...reportOf(boundOutcomes([...outcomes.values()]), later.stopped),
    chunks: earlier.chunks + later.chunks,
  };
}

/**
 * Files that an earlier run counted but did not name. A later run meets them again without knowing. That many unchanged
 * files are those added before, and that many with another outcome had failed before.
 */
class Unnamed {
  #taken = 0;
  /** Named before but not by the later run, which only counts unchanged files in some kinds of jobs. */
  #takenByName = 0;
  readonly #lost = new Map<string, IngestOutcome>();

  constructor(outcomes: readonly IngestOutcome[], isNamedNoMore: (outcome: IngestOutcome) => boolean) {
    for (const outcome of outcomes) {
      const isTaken = !['failed', 'skipped', 'removed'].includes(outcome.status);
      if (!isCounted(outcome)) this.#takenByName += isTaken && isNamedNoMore(outcome) ? 1 : 0;
      else if (isTaken) this.#taken += outcome.files ?? 0;
      else if (outcome.name === outcome.status) this.#lost.set(keyOf(outcome), { ...outcome });
    }
  }

  /** Null if an earlier run has already reported it. */
  meet(outcome: IngestOutcome): IngestOutcome | null {
    if (outcome.status !== 'unchanged') {
      const before = [...this.#lost.values()].find(
        ({ status, files = 0 }) =>
          files > 0 && (status === 'skipped') === (outcome.status === 'skipped') && !isCounted(outcome),
      );
      if (before) before.files = (before.files ?? 0) - 1;
      return outcome;
    }
    if (!isCounted(outcome)) {
      if (this.#taken === 0) return outcome;
      this.#taken -= 1;
      return null;
    }
    const files = (outcome.files ?? 0) - this.#taken - this.#takenByName;
    [this.#taken, this.#takenByName] = [0, 0];
    return files > 0 ? { ...outcome, files } : null;
  }

  /** Keeps the remaining ones that failed. */
  leave(outcomes: Map<string, IngestOutcome>): void {
    for (const [key, outcome] of this.#lost)
      if (outcome.files === 0) outcomes.delete(key);
      else outcomes.set(key, outcome);
  }
}
