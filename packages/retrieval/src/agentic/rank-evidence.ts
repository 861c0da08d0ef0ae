import type { EvidenceEntry } from './evidence.js';

/** Scores of texts for a query, higher is better. */
export type RerankFunction = (
  query: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<number[]>;

const RERANKED = 60;

/** Places in which a hop may come before what was searched for. */
const HOPS_FIRST = 5;

/** What only hops led to, and with less than this, is hardly ever what was asked for: it may not be there. */
const SURE_HOP = 0.65;

/** Where it may not, what only hops led to counts for this much of its score. */
const LATER_HOP_SHARE = 0.5;

/**
 * The order without a reranker. The first places go to the best, however they were found: there a second hop is worth
 * more than the fourth hit of a search. Below them the search's own order holds, so that a question which one place
 * answers loses nothing to hops.
 */
export function orderEvidence(ranked: readonly EvidenceEntry[]): EvidenceEntry[] {
  const entries = ranked.map((entry) => ({
    entry,
    first: mayStandFirst(entry) ? entry.score : laterScore(entry),
  }));
  const ordered = entries.toSorted((left, right) => right.first - left.first);
  const rest = ordered.slice(HOPS_FIRST).map(({ entry }) => withScore(entry, laterScore(entry)));
  return [
    ...ordered.slice(0, HOPS_FIRST).map(({ entry, first }) => withScore(entry, first)),
    ...rest.toSorted((left, right) => right.score - left.score),
  ];
}

function mayStandFirst({ searched, score }: EvidenceEntry): boolean {
  return searched !== null || score >= SURE_HOP;
}

function laterScore({ searched, score }: EvidenceEntry): number {
  return searched ?? score * LATER_HOP_SHARE;
}

function withScore(entry: EvidenceEntry, score: number): EvidenceEntry {
  return score === entry.score ? entry : { ...entry, score, chunk: { ...entry.chunk, score } };
}

/** The final order: by the reranker where there is one, by what the run found otherwise; a failure changes nothing. */
export async function rankEvidence(options: {
  question: string;
  entries: readonly EvidenceEntry[];
  rerank: RerankFunction | null;
  signal: AbortSignal;
}): Promise<EvidenceEntry[]> {
  const { question, entries, rerank, signal } = options;
  if (!rerank || entries.length < 2 || signal.aborted) return [...entries];
  const head = entries.slice(0, RERANKED).filter((entry) => entry.chunk.text !== null);
  const scores = await rerank(
    question,
    head.map((entry) => entry.chunk.text ?? ''),
    signal,
  ).catch(() => null);
  if (!scores) return [...entries];
  const reranked = new Set(head);
  const ordered = head
    .map((entry, index) => ({ entry, score: scores[index] ?? 0 }))
    .toSorted((left, right) => right.score - left.score)
    .map(({ entry, score }) => ({ ...entry, score, chunk: { ...entry.chunk, score } }));
  return [...ordered, ...entries.filter((entry) => !reranked.has(entry))];
}
