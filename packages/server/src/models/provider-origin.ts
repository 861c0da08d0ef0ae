import type { ProviderConfig, ProviderKind } from './provider-config.js';

const DEFAULT_ORIGINS: Record<ProviderKind, string> = {
  openai: 'https://api.openai.com',
  anthropic: 'https://api.anthropic.com',
  google: 'https://generativelanguage.googleapis.com',
  mistral: 'https://api.mistral.ai',
  'openai-compatible': 'http://127.0.0.1:11434',
  ollama: 'http://127.0.0.1:11434',
};

/** Where the key of a provider is sent. A key that was entered for one place is never sent to another. */
export function providerOrigin(provider: {
  kind: ProviderConfig['kind'];
  baseUrl?: string | null | undefined;
}): string {
  return provider.baseUrl ? new URL(provider.baseUrl).origin : DEFAULT_ORIGINS[provider.kind];
}
