import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Fetch } from '../http/outgoing.js';
import type { ModelFacts } from './model-facts.js';
import { ollamaModel } from './ollama/ollama-model.js';
import type { ProviderConfig } from './provider-config.js';

/** Provider packages are loaded when one of their models is first used; none is needed to start. */
export async function createLanguageModel(
  provider: Pick<ProviderConfig, 'id' | 'kind' | 'apiKey' | 'baseUrl'>,
  model: string,
  known: { contextWindow: number; facts: Pick<ModelFacts, 'thinks'>; keepAlive: string | null },
  fetch: Fetch,
): Promise<LanguageModelV4> {
  const settings = {
    fetch,
    ...(provider.apiKey === null ? {} : { apiKey: provider.apiKey }),
    ...(provider.baseUrl === null ? {} : { baseURL: provider.baseUrl }),
  };
  switch (provider.kind) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings)(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settings)(model);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI(settings)(model);
    }
    case 'mistral': {
      const { createMistral } = await import('@ai-sdk/mistral');
      return createMistral(settings)(model);
    }
    case 'ollama':
      return ollamaModel({
        provider: provider.id,
        model,
        baseUrl: provider.baseUrl,
        apiKey: provider.apiKey,
        contextWindow: known.contextWindow,
        thinks: known.facts.thinks === true,
        keepAlive: known.keepAlive,
        fetch,
      });
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: provider.id,
        baseURL: provider.baseUrl ?? '',
        includeUsage: true,
        fetch,
        ...(provider.apiKey === null ? {} : { apiKey: provider.apiKey }),
      })(model);
    }
  }
}
