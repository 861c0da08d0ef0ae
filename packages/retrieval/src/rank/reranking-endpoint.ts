import type { RerankingModelV4 } from '@ai-sdk/provider';
import { z } from 'zod';
import { IbidError } from '@ibid/core';

const Answer = z.object({
  results: z.array(z.object({ index: z.number().int(), relevance_score: z.number() })),
});

/**
 * A reranking model behind `POST …/rerank`, the API that Cohere, Jina and Together offer and that vLLM, llama.cpp,
 * Infinity and LiteLLM adopted.
 */
export function rerankingEndpoint(options: {
  provider: string;
  modelId: string;
  /** Without the trailing `/rerank`. */
  baseUrl: string;
  apiKey: string | null;
  fetch: typeof fetch;
}): RerankingModelV4 {
  const { provider, modelId, apiKey } = options;
  const address = `${options.baseUrl.replace(/\/+$/u, '')}/rerank`;
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    async doRerank({ query, documents, topN, abortSignal, headers }) {
      const values =
        documents.type === 'text' ? documents.values : documents.values.map((value) => JSON.stringify(value));
      const response = await options.fetch(address, {
        method: 'POST',
        headers: {
          ...definedHeaders(headers),
          'content-type': 'application/json',
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model: modelId, query, documents: values, top_n: topN ?? values.length }),
        ...(abortSignal ? { signal: abortSignal } : {}),
      });
      if (!response.ok) throw new RerankingFailed(provider, `status ${response.status}`);
      const answer = Answer.safeParse(await response.json());
      if (!answer.success) throw new RerankingFailed(provider, 'an answer in an unexpected format');
      return {
        ranking: answer.data.results.map((result) => ({
          index: result.index,
          relevanceScore: result.relevance_score,
        })),
      };
    },
  };
}

function definedHeaders(headers: Record<string, string | undefined> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Thrown when reranking fails. The search keeps its order. */
class RerankingFailed extends IbidError {
  readonly code = 'reranking_failed';
  readonly provider: string;

  constructor(provider: string, got: string) {
    super(`The reranking model of "${provider}" gave ${got}. Check its address, key and model.`);
    this.provider = provider;
  }
}
