import { embeddingText } from '@ibid/retrieval/internal';
import type { SearchHit } from '@ibid/retrieval/internal';
import type { Reranker } from '@ibid/retrieval';

/** Reorders hits with the reranker. If it fails, the order stays as it was, because a search must not fail. */
export async function rerankHits(options: {
  reranker: Reranker;
  query: string;
  hits: readonly SearchHit[];
}): Promise<SearchHit[]> {
  const { reranker, query, hits } = options;
  let scores: number[];
  try {
    scores = await reranker.rerank(
      query,
      hits.map((hit) => embeddingText(hit)),
    );
  } catch {
    return [...hits];
  }
  return hits
    .map((hit, index) => {
      const score = scores[index] ?? Number.NEGATIVE_INFINITY;
      return { ...hit, score, ranks: { ...hit.ranks, rerank: { score } } };
    })
    .sort((left, right) => right.score - left.score);
}
