import type { IngestOutcome } from '@ibid/retrieval/internal';

/** Per status: as many as one upload may contain. */
const MOST_NAMED = 2_000;

/** An entry that counts files instead of naming one. */
export const isCounted = ({ files }: IngestOutcome): boolean => files !== undefined;

export const keyOf = (outcome: IngestOutcome): string =>
  isCounted(outcome)
    ? `${outcome.status} ${outcome.code ?? ''} ${outcome.name}`
    : (outcome.externalId ?? outcome.itemId ?? outcome.name);

/**
 * A report is stored, listed and sent with every update of its job. If there are too many files, only the first are
 * named, those with remarks before the others, and the rest is counted.
 */
export function boundOutcomes(outcomes: IngestOutcome[]): IngestOutcome[] {
  if (outcomes.length <= MOST_NAMED) return outcomes;
  const named: IngestOutcome[] = [];
  const namedOf = new Map<IngestOutcome['status'], number>();
  const counted = new Map<string, IngestOutcome>();
  for (const outcome of outcomes.toSorted((one, other) => rank(one) - rank(other))) {
    const before = namedOf.get(outcome.status) ?? 0;
    if (!isCounted(outcome) && before < MOST_NAMED) {
      named.push(outcome);
      namedOf.set(outcome.status, before + 1);
      continue;
    }
    const one = isCounted(outcome) ? outcome : countedOnly(outcome);
    const known = counted.get(keyOf(one));
    if (known) {
      known.files = (known.files ?? 0) + (one.files ?? 0);
      known.chunks += one.chunks;
    } else counted.set(keyOf(one), { ...one });
  }
  return [...named, ...counted.values()];
}

const rank = ({ warnings }: IngestOutcome): number => (warnings ? 0 : 1);

function countedOnly({ status, chunks, code, reason }: IngestOutcome): IngestOutcome {
  return {
    name: status,
    externalId: null,
    status,
    itemId: null,
    chunks,
    files: 1,
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
  };
}
