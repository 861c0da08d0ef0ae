import type { EvidenceEntry } from './evidence.js';

/** Scores of texts for a query, higher is better. */
export type RerankFunction = (
  query: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<number[]>;

const RERANKED = 60;

/** Places in which a hop may stand before what was searched for. */
const HOPS_FIRST = 5;

/** After them, what only hops led to counts for this much of its score. */
const LATER_HOP_SHARE = 0.5;

/**
 * The order without a reranker. The first places go to the best, however they were found: there a second hop is worth
 * more than the fourth hit of a search. Below them the search's own order holds, so that a question which one place
 * answers loses nothing to hops.
 */
export function orderEvidence(ranked: readonly EvidenceEntry[]): EvidenceEntry[] {
  const rest = ranked.slice(HOPS_FIRST).map((entry) => {
    const score = entry.searched ?? entry.score * LATER_HOP_SHARE;
    return { ...entry, score, chunk: { ...entry.chunk, score } };
  });
  return [...ranked.slice(0, HOPS_FIRST), ...rest.toSorted((left, right) => right.score - left.score)];
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
