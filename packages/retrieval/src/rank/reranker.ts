import type { RerankingModelV4 } from '@ai-sdk/provider';

/**
 * Scores a query and a text together, which an index cannot do. Slower, and a good one is more accurate.
 *
 * ```ts
 * import type { Reranker } from '@ibid/retrieval';
 *
 * const byLength: Reranker = {
 *   id: 'by-length',
 *   rerank: async (_query, documents) => documents.map((document) => document.length),
 * };
 * ```
 */
export interface Reranker {
  id: string;
  /** One score per document, in the same order; higher is better. */
  rerank(query: string, documents: readonly string[], signal?: AbortSignal): Promise<number[]>;
}

/**
 * Any reranking model of the AI SDK.
 *
 * ```ts
 * import type { RerankingModelV4 } from '@ai-sdk/provider';
 * import { aiSdkReranker } from '@ibid/retrieval';
 *
 * const open = (model: RerankingModelV4) => aiSdkReranker({ model });
 * console.log(typeof open);
 * ```
 */
export function aiSdkReranker(options: { model: RerankingModelV4 }): Reranker {
  const { model } = options;
  return {
    id: `${model.provider}/${model.modelId}`,
    async rerank(query, documents, signal) {
      const { ranking } = await model.doRerank({
        query,
        documents: { type: 'text', values: [...documents] },
        topN: documents.length,
        ...(signal ? { abortSignal: signal } : {}),
      });
      // Documents that the model left out rank last.
      const lowest = Math.min(0, ...ranking.map((entry) => entry.relevanceScore)) - 1;
      const scores = documents.map(() => lowest);
      for (const entry of ranking) {
        if (entry.index in scores) scores[entry.index] = entry.relevanceScore;
      }
      return scores;
    },
  };
}
