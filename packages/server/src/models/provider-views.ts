import type { ModelProfile } from '@ibid/core';
import type { StoredProvider } from '../settings/system-settings.js';
import type { ListedModels } from './list-provider-models.js';
import { providerName } from './provider-config.js';
import type { ProviderConfig } from './provider-config.js';
import { needsKey } from './provider-kinds.js';

export function configured(
  provider: Omit<StoredProvider, 'sealedKey' | 'name' | 'baseUrl' | 'models'> & {
    name?: string | undefined;
    baseUrl?: string | undefined;
    models?: string[] | undefined;
  },
  apiKey: string | null,
  source: ProviderConfig['source'],
): ProviderConfig {
  const baseUrl = provider.baseUrl ?? null;
  return {
    id: provider.id,
    kind: provider.kind,
    name: providerName({ ...provider, baseUrl }),
    apiKey,
    baseUrl,
    models: provider.models ?? [],
    source,
  };
}

export function shownModel(provider: ProviderConfig, name: string, profile: ModelProfile) {
  const id = `${provider.id}/${name}`;
  return { id, name, provider: provider.id, ...shownProfile(profile), isLanguageModel: true };
}

export function shownProfile(profile: ModelProfile) {
  const { contextWindow, vision, windowFrom = 'assumed' } = profile;
  return { contextWindow, windowFrom, vision };
}

export function shownProvider(provider: ProviderConfig, listed: ListedModels | undefined) {
  const missingKey = needsKey(provider.kind) && !provider.apiKey;
  const problem = listed?.problem ?? null;
  return {
    id: provider.id,
    kind: provider.kind,
    name: provider.name,
    state: missingKey ? ('missing-key' as const) : problem ? ('unreachable' as const) : ('ready' as const),
    source: provider.source,
    embeddingModels: (listed?.embedding ?? []).map((name) => `${provider.id}/${name}`),
    ...(problem === null ? {} : { note: problem }),
  };
}
