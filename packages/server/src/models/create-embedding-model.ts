import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { Fetch } from '../http/outgoing.js';
import { ollamaRoot } from './ollama/ollama-api.js';
import type { ProviderConfig } from './provider-config.js';

/** Null if this kind of provider has no embedding models. Packages are loaded on first use. */
export async function createEmbeddingModel(
  provider: Pick<ProviderConfig, 'id' | 'kind' | 'apiKey' | 'baseUrl'>,
  model: string,
  fetch: Fetch,
): Promise<EmbeddingModelV4 | null> {
  const settings = {
    fetch,
    ...(provider.apiKey === null ? {} : { apiKey: provider.apiKey }),
    ...(provider.baseUrl === null ? {} : { baseURL: provider.baseUrl }),
  };
  switch (provider.kind) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings).embeddingModel(model);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI(settings).embeddingModel(model);
    }
    case 'mistral': {
      const { createMistral } = await import('@ai-sdk/mistral');
      return createMistral(settings).embeddingModel(model);
    }
    case 'openai-compatible':
    case 'ollama': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const baseURL =
        provider.kind === 'ollama' ? `${ollamaRoot(provider.baseUrl)}/v1` : (provider.baseUrl ?? '');
      return createOpenAICompatible({ ...settings, name: provider.id, baseURL }).embeddingModel(model);
    }
    case 'anthropic':
      return null;
  }
}
