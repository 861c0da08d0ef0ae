import { PROVIDER_KINDS } from './provider-kinds.js';
import type { ProviderKind } from './provider-kinds.js';

/** Where language models come from. */
export interface ProviderConfig {
  /** First part of its models' ids, e.g. `openai` in `openai/gpt-4o`. */
  id: string;
  kind: ProviderKind;
  name: string;
  apiKey: string | null;
  baseUrl: string | null;
  /** To list where the provider can't be asked; empty: ask it. */
  models: readonly string[];
  source: 'environment' | 'file' | 'page' | 'found';
}

/** Several servers of one kind are told apart by where they are. */
export function providerName(
  provider: Pick<ProviderConfig, 'kind' | 'baseUrl'> & { name?: string | undefined },
): string {
  if (provider.name) return provider.name;
  const name = PROVIDER_KINDS[provider.kind].name;
  if (provider.kind !== 'openai-compatible' || !provider.baseUrl || !URL.canParse(provider.baseUrl))
    return name;
  return `${name} at ${new URL(provider.baseUrl).host}`;
}
