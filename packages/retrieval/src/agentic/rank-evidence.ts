import type { EvidenceEntry } from './evidence.js';

/** Scores of texts for a query, higher is better. */
export type RerankFunction = (
  query: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<number[]>;

const RERANKED = 60;

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
