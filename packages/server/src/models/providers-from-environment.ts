import { providerName } from './provider-config.js';
import type { ProviderConfig } from './provider-config.js';
import { PROVIDER_KINDS, PROVIDER_KIND_NAMES } from './provider-kinds.js';

export type Environment = Record<string, string | undefined>;

/** The variables of each vendor's own tools, and `IBID_MODEL_URL` (with `IBID_MODEL_KEY`) for any other server. */
export function providersFromEnvironment(environment: Environment): ProviderConfig[] {
  const providers: ProviderConfig[] = [];
  for (const kind of PROVIDER_KIND_NAMES) {
    const { keyVariables, addressVariable } = PROVIDER_KINDS[kind];
    const apiKey = keyVariables.map((name) => environment[name]).find(Boolean);
    if (!apiKey) continue;
    const baseUrl = addressVariable === null ? undefined : environment[addressVariable];
    providers.push(provider({ id: kind, kind, apiKey, baseUrl: baseUrl ?? null }));
  }
  const url = environment['IBID_MODEL_URL'];
  if (url) {
    const apiKey = environment['IBID_MODEL_KEY'] ?? null;
    providers.push(provider({ id: 'custom', kind: 'openai-compatible', apiKey, baseUrl: url }));
  }
  return providers;
}

function provider(options: Pick<ProviderConfig, 'id' | 'kind' | 'apiKey' | 'baseUrl'>): ProviderConfig {
  return { ...options, name: providerName(options), models: [], source: 'environment' };
}

/**
 * Which variables to set for a language model, in words: one per kind of provider, and the one for any other server.
 */
export function variablesToSet(): string {
  const keys = PROVIDER_KIND_NAMES.flatMap((kind) => PROVIDER_KINDS[kind].keyVariables[0] ?? []);
  return `${keys.join(', ')}, or IBID_MODEL_URL (the address of any OpenAI-compatible server)`;
}
