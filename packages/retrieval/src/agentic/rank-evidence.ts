import type { EvidenceEntry } from './evidence.js';

/** Scores texts for a query. Higher is better. */
export type RerankFunction = (
  query: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<number[]>;

const RERANKED = 60;

/** How many top places hops may compete for. */
const HOPS_FIRST = 5;

/** A chunk that only hops led to, with a score below this, is rarely what was asked for and gets no top place. */
const SURE_HOP = 0.65;

/** Outside the top places, a chunk that only hops led to keeps this share of its score. */
const LATER_HOP_SHARE = 0.5;

/**
 * The order without a reranker. The top places go to the highest scores, however they were found: there, a second hop
 * is worth more than the fourth hit of a search. Below them the search's order holds, so hops do not hurt questions
 * that a single place answers.
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

/** The final order: the reranker's if there is one, otherwise the run's. If the reranker fails, the order stays. */
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
