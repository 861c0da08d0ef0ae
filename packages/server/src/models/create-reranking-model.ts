import type { RerankingModelV4 } from '@ai-sdk/provider';
import { rerankingEndpoint } from '@ibid/retrieval/internal';
import type { Fetch } from '../http/outgoing.js';
import type { ProviderConfig } from './provider-config.js';

/** Null if this kind of provider has no reranking models, or its address or the model's name is missing. */
export function createRerankingModel(
  provider: Pick<ProviderConfig, 'id' | 'kind' | 'apiKey' | 'baseUrl'>,
  model: string,
  fetch: Fetch,
): RerankingModelV4 | null {
  if (provider.kind !== 'openai-compatible' || provider.baseUrl === null || model === '') return null;
  return rerankingEndpoint({
    provider: provider.id,
    modelId: model,
    baseUrl: provider.baseUrl,
    apiKey: provider.apiKey,
    fetch,
  });
}
