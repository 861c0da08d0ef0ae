import { PROVIDER_KINDS } from './provider-kinds.js';
import type { ProviderKind } from './provider-kinds.js';

/** A provider of language models. */
export interface ProviderConfig {
  /** Prefix of its models' ids, e.g. `openai` in `openai/gpt-4o`. */
  id: string;
  kind: ProviderKind;
  name: string;
  apiKey: string | null;
  baseUrl: string | null;
  /** For providers that can't list their models; empty: query it. */
  models: readonly string[];
  source: 'environment' | 'file' | 'page' | 'found';
}

/** Several servers of one kind are distinguished by their address. */
export function providerName(
  provider: Pick<ProviderConfig, 'kind' | 'baseUrl'> & { name?: string | undefined },
): string {
  if (provider.name) return provider.name;
  const name = PROVIDER_KINDS[provider.kind].name;
  if (provider.kind !== 'openai-compatible' || !provider.baseUrl || !URL.canParse(provider.baseUrl))
    return name;
  return `${name} at ${new URL(provider.baseUrl).host}`;
}
