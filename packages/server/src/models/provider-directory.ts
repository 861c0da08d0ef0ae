import type { SettingsRepository } from '@ibid/store/internal';
import type { Fetch } from '../http/outgoing.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { findOllama } from './find-ollama.js';
import { listProviderModels } from './list-provider-models.js';
import type { ListedModels } from './list-provider-models.js';
import { NO_FACTS, ollamaFacts } from './model-facts.js';
import type { ModelFacts } from './model-facts.js';
import type { ProviderConfig } from './provider-config.js';
import { needsKey } from './provider-kinds.js';
import { providerOrigin } from './provider-origin.js';
import { configured } from './provider-views.js';
import { providersFromEnvironment } from './providers-from-environment.js';
import type { Environment } from './providers-from-environment.js';
import type { SecretBox } from './secret-box.js';
import { readSettingsFile } from './settings-file.js';

export interface ProviderDirectoryOptions {
  environment: Environment;
  dataFolder: string;
  settings: SettingsRepository;
  secrets: SecretBox;
  fetch: Fetch;
}

const OLLAMA_MEMORY_MILLISECONDS = 15_000;
const LIST_MEMORY_MILLISECONDS = 60_000;
const FACTS_PATIENCE_MILLISECONDS = 2_500;

/**
 * MOD-1: the providers from the environment, the settings file, the page and Ollama detection, with the models each of
 * them lists. Lists are cached for a while.
 */
export class ProviderDirectory {
  readonly #options: ProviderDirectoryOptions;
  readonly #lists = new Map<string, { at: number; listed: Promise<ListedModels> }>();
  #ollama: { at: number; found: Promise<ProviderConfig | null> } | null = null;

  constructor(options: ProviderDirectoryOptions) {
    this.#options = options;
  }

  /**
   * By id; later sources override earlier ones: environment, file, page. Detected Ollama only if none is configured.
   */
  async providers(): Promise<ProviderConfig[]> {
    const { environment, dataFolder, settings, secrets } = this.#options;
    const byId = new Map<string, ProviderConfig>();
    for (const provider of providersFromEnvironment(environment)) byId.set(provider.id, provider);
    const file = await readSettingsFile(dataFolder);
    for (const { apiKey, ...provider } of file.providers)
      byId.set(provider.id, configured(provider, apiKey ?? null, 'file'));
    for (const { sealedKey, ...provider } of (await readSystemSettings(settings)).providers) {
      // A key from the environment or the file is only used for the address it came with.
      const below = byId.get(provider.id);
      const isSame = below !== undefined && providerOrigin(below) === providerOrigin(provider);
      const key = sealedKey ? secrets.open(sealedKey) : isSame ? below.apiKey : null;
      byId.set(provider.id, configured(provider, key, 'page'));
    }
    if (![...byId.values()].some((provider) => provider.kind === 'ollama')) {
      const ollama = await this.#findOllama();
      if (ollama) byId.set(ollama.id, ollama);
    }
    return [...byId.values()];
  }

  listed(provider: ProviderConfig): Promise<ListedModels> {
    if (needsKey(provider.kind) && !provider.apiKey)
      return Promise.resolve({
        models: provider.models.map((name) => ({ name, facts: NO_FACTS })),
        embedding: [],
        facts: new Map(),
        problem: 'No key is set.',
      });
    const key = JSON.stringify([provider.id, provider.apiKey, provider.baseUrl, provider.models]);
    const known = this.#lists.get(key);
    if (known && Date.now() - known.at < LIST_MEMORY_MILLISECONDS) return known.listed;
    const listed = listProviderModels(provider, this.#options.fetch);
    this.#lists.set(key, { at: Date.now(), listed });
    return listed;
  }

  /** `provider/model`, or just a model's name, possibly with slashes, if a provider lists it. */
  async find(modelId: string): Promise<{ provider: ProviderConfig | null; name: string }> {
    const [first, ...rest] = modelId.split('/');
    const providers = await this.providers();
    const named = providers.find((provider) => provider.id === first);
    if (named) return { provider: named, name: rest.join('/') };
    for (const provider of providers)
      if ((await this.listed(provider)).models.some((model) => model.name === modelId))
        return { provider, name: modelId };
    return { provider: null, name: modelId };
  }

  /**
   * What its provider lists about it. Ollama is queried for models that it does not list, which may have another tag.
   */
  async facts(provider: ProviderConfig, name: string): Promise<ModelFacts> {
    const known = (await this.listed(provider)).facts.get(name);
    if (known) return known;
    if (provider.kind !== 'ollama') return NO_FACTS;
    const { fetch } = this.#options;
    const signal = AbortSignal.timeout(FACTS_PATIENCE_MILLISECONDS);
    return ollamaFacts(provider, name, { fetch, signal }).catch(() => NO_FACTS);
  }

  /** After a settings change: nothing cached may outlive a key. */
  forget(): void {
    this.#lists.clear();
    this.#ollama = null;
  }

  #findOllama(): Promise<ProviderConfig | null> {
    const known = this.#ollama;
    if (known && Date.now() - known.at < OLLAMA_MEMORY_MILLISECONDS) return known.found;
    const found = findOllama(this.#options.environment, this.#options.fetch);
    this.#ollama = { at: Date.now(), found };
    return found;
  }
}
