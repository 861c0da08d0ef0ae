import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderConfig } from './provider-config.js';

/** Packages of providers are loaded when one of their models is first used: none is needed to start. */
export async function createLanguageModel(
  provider: Pick<ProviderConfig, 'id' | 'kind' | 'apiKey' | 'baseUrl'>,
  model: string,
): Promise<LanguageModelV4> {
  const settings = {
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
    case 'openai-compatible':
    case 'ollama': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const baseURL = provider.baseUrl ?? 'http://127.0.0.1:11434/v1';
      return createOpenAICompatible({
        name: provider.id,
        baseURL,
        includeUsage: true,
        ...(provider.apiKey === null ? {} : { apiKey: provider.apiKey }),
      })(model);
    }
  }
}
