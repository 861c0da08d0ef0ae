import { providerName } from './provider-config.js';
import type { ProviderConfig, ProviderKind } from './provider-config.js';

export type Environment = Record<string, string | undefined>;

const KEYS: readonly [ProviderKind, readonly string[]][] = [
  ['openai', ['OPENAI_API_KEY']],
  ['anthropic', ['ANTHROPIC_API_KEY']],
  ['google', ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY']],
  ['mistral', ['MISTRAL_API_KEY']],
];

/** The names that each provider's own tools use, and `IBID_MODEL_URL` (with `IBID_MODEL_KEY`) for any other server. */
export function providersFromEnvironment(environment: Environment): ProviderConfig[] {
  const providers: ProviderConfig[] = [];
  for (const [kind, names] of KEYS) {
    const apiKey = names.map((name) => environment[name]).find(Boolean);
    if (!apiKey) continue;
    const baseUrl = kind === 'openai' ? environment['OPENAI_BASE_URL'] : undefined;
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
