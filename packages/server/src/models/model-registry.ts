import type { EmbeddingModelV4, LanguageModelV4, RerankingModelV4 } from '@ai-sdk/provider';
import { modelProfileOf } from '@ibid/core';
import type { ModelProfile } from '@ibid/core';
import { aiSdkReranker } from '@ibid/retrieval';
import type { Reranker } from '@ibid/retrieval';
import type { SettingsRepository } from '@ibid/store';
import { readSystemSettings } from '../settings/system-settings.js';
import type { StoredProvider } from '../settings/system-settings.js';
import { createEmbeddingModel } from './create-embedding-model.js';
import { createLanguageModel } from './create-language-model.js';
import { createRerankingModel } from './create-reranking-model.js';
import { findOllama } from './find-ollama.js';
import { listProviderModels } from './list-provider-models.js';
import type { ListedModels } from './list-provider-models.js';
import { DEFAULT_MODELS, PROVIDER_NAMES, needsKey } from './provider-config.js';
import type { ProviderConfig } from './provider-config.js';
import { providersFromEnvironment } from './providers-from-environment.js';
import type { Environment } from './providers-from-environment.js';
import type { SecretBox } from './secret-box.js';
import { readSettingsFile } from './settings-file.js';
import { UnknownModel } from './unknown-model.js';

/** A model that is part of this process, e.g. the built-in one. */
export interface BuiltInModel {
  id: string;
  name: string;
  model: LanguageModelV4;
  profile?: Partial<Omit<ModelProfile, 'modelId'>>;
  isLanguageModel: boolean;
  note?: string;
}

export interface ResolvedModel {
  id: string;
  model: LanguageModelV4;
  profile: ModelProfile;
  isLanguageModel: boolean;
}

export interface ModelRegistryOptions {
  environment: Environment;
  dataFolder: string;
  settings: SettingsRepository;
  secrets: SecretBox;
  /** The first is used when nothing is configured (MOD-2). */
  builtIn: readonly [BuiltInModel, ...BuiltInModel[]];
  /** Of the caller's own, chosen by their provider and model id. */
  rerankingModels?: readonly RerankingModelV4[];
}

export type ModelTask = 'chat' | 'small';

/** Tasks that are done by another model unless one is set for them. */
export type OptionalModelTask = 'classifying' | 'searching' | 'reranking' | 'embedding';

const OLLAMA_MEMORY_MILLISECONDS = 15_000;
const LIST_MEMORY_MILLISECONDS = 60_000;

/** MOD-1: which models there are, from the environment, the settings file, the page, and what is found by itself. */
export class ModelRegistry {
  readonly #options: ModelRegistryOptions;
  readonly #lists = new Map<string, { at: number; listed: Promise<ListedModels> }>();
  readonly #models = new Map<string, Promise<LanguageModelV4>>();
  #ollama: { at: number; found: Promise<ProviderConfig | null> } | null = null;

  constructor(options: ModelRegistryOptions) {
    this.#options = options;
  }

  /** By id, later sources over earlier ones: environment, file, page; Ollama only where nobody named one. */
  async providers(): Promise<ProviderConfig[]> {
    const { environment, dataFolder, settings, secrets } = this.#options;
    const byId = new Map<string, ProviderConfig>();
    for (const provider of providersFromEnvironment(environment)) byId.set(provider.id, provider);
    const file = await readSettingsFile(dataFolder);
    for (const { apiKey, ...provider } of file.providers)
      byId.set(provider.id, configured(provider, apiKey ?? null, 'file'));
    for (const { sealedKey, ...provider } of (await readSystemSettings(settings)).providers) {
      const key = sealedKey ? secrets.open(sealedKey) : (byId.get(provider.id)?.apiKey ?? null);
      byId.set(provider.id, configured(provider, key, 'page'));
    }
    if (![...byId.values()].some((provider) => provider.kind === 'ollama')) {
      const ollama = await this.#findOllama();
      if (ollama) byId.set(ollama.id, ollama);
    }
    return [...byId.values()];
  }

  /** The id to use for a task where nobody asked for one. */
  async chosen(task: ModelTask): Promise<string> {
    const [fallback] = this.#options.builtIn;
    const page = (await readSystemSettings(this.#options.settings)).models;
    const file = (await readSettingsFile(this.#options.dataFolder)).models;
    const named = page[task] ?? file[task] ?? this.#options.environment[ENVIRONMENT_NAMES[task]];
    if (named) return named;
    if (task === 'small') {
      const chat = page.chat ?? file.chat ?? this.#options.environment[ENVIRONMENT_NAMES.chat];
      if (chat) return chat;
    }
    const ready = (await this.providers()).find((provider) => provider.apiKey || !needsKey(provider.kind));
    if (!ready) return fallback.id;
    const model = DEFAULT_MODELS[ready.kind]?.[task] ?? (await this.#listed(ready)).models[0];
    return model === undefined ? fallback.id : `${ready.id}/${model}`;
  }

  /** The id set for a task that has no model of its own by default; null: nobody set one. */
  async chosenFor(task: OptionalModelTask): Promise<string | null> {
    const page = (await readSystemSettings(this.#options.settings)).models;
    const file = (await readSettingsFile(this.#options.dataFolder)).models;
    const name = `IBID_${task.toUpperCase()}_MODEL`;
    return page[task] ?? file[task] ?? this.#options.environment[name] ?? null;
  }

  /** KB-3: null when none is set. Throws `UnknownModel` for one that nothing offers. */
  async reranker(): Promise<Reranker | null> {
    const id = await this.chosenFor('reranking');
    if (!id) return null;
    const own = this.#options.rerankingModels?.find((model) => `${model.provider}/${model.modelId}` === id);
    if (own) return aiSdkReranker({ model: own });
    const [providerId, ...rest] = id.split('/');
    const provider = (await this.providers()).find((one) => one.id === providerId);
    const model = provider ? createRerankingModel(provider, rest.join('/')) : null;
    if (!model) throw new UnknownModel(id);
    return aiSdkReranker({ model });
  }

  /** Null: none is set, the local one is meant. Throws `UnknownModel` for one that nothing offers. */
  async embeddingModel(): Promise<EmbeddingModelV4 | null> {
    const id = await this.chosenFor('embedding');
    if (!id) return null;
    const [providerId, ...rest] = id.split('/');
    const provider = (await this.providers()).find((one) => one.id === providerId);
    const model = provider && rest.length > 0 ? await createEmbeddingModel(provider, rest.join('/')) : null;
    if (!model) throw new UnknownModel(id);
    return model;
  }

  async resolve(modelId: string): Promise<ResolvedModel> {
    const builtIn = this.#options.builtIn.find((model) => model.id === modelId);
    if (builtIn) {
      return {
        id: modelId,
        model: builtIn.model,
        profile: modelProfileOf(modelId, builtIn.profile),
        isLanguageModel: builtIn.isLanguageModel,
      };
    }
    const [providerId, ...rest] = modelId.split('/');
    const name = rest.join('/');
    const provider = (await this.providers()).find((one) => one.id === providerId);
    if (!provider || name === '') throw new UnknownModel(modelId);
    return {
      id: modelId,
      model: await this.#languageModel(provider, name),
      profile: modelProfileOf(modelId),
      isLanguageModel: true,
    };
  }

  async list() {
    const providers = await this.providers();
    const listed = await Promise.all(providers.map((provider) => this.#listed(provider)));
    const rows = this.#options.builtIn.map((model) => ({
      id: model.id,
      name: model.name,
      provider: 'ibid',
      ...shownProfile(modelProfileOf(model.id, model.profile)),
      isLanguageModel: model.isLanguageModel,
      ...(model.note === undefined ? {} : { note: model.note }),
    }));
    for (const [index, provider] of providers.entries()) {
      for (const name of listed[index]?.models ?? []) {
        const id = `${provider.id}/${name}`;
        const shown = shownProfile(modelProfileOf(id));
        rows.push({ id, name, provider: provider.id, ...shown, isLanguageModel: true });
      }
    }
    return {
      rows,
      current: { chat: await this.chosen('chat'), small: await this.chosen('small') },
      providers: providers.map((provider, index) => shownProvider(provider, listed[index]?.problem ?? null)),
    };
  }

  /** After settings were changed: nothing remembered may outlive a key. */
  forget(): void {
    this.#lists.clear();
    this.#models.clear();
    this.#ollama = null;
  }

  #languageModel(provider: ProviderConfig, name: string): Promise<LanguageModelV4> {
    const key = JSON.stringify([provider.kind, provider.id, provider.apiKey, provider.baseUrl, name]);
    const known = this.#models.get(key);
    if (known) return known;
    const made = createLanguageModel(provider, name);
    this.#models.set(key, made);
    made.catch(() => this.#models.delete(key));
    return made;
  }

  #listed(provider: ProviderConfig): Promise<ListedModels> {
    if (needsKey(provider.kind) && !provider.apiKey)
      return Promise.resolve({ models: [...provider.models], problem: 'No key is set.' });
    if (provider.source === 'found') return Promise.resolve({ models: [...provider.models], problem: null });
    const key = JSON.stringify([provider.id, provider.apiKey, provider.baseUrl, provider.models]);
    const known = this.#lists.get(key);
    if (known && Date.now() - known.at < LIST_MEMORY_MILLISECONDS) return known.listed;
    const listed = listProviderModels(provider);
    this.#lists.set(key, { at: Date.now(), listed });
    return listed;
  }

  #findOllama(): Promise<ProviderConfig | null> {
    const known = this.#ollama;
    if (known && Date.now() - known.at < OLLAMA_MEMORY_MILLISECONDS) return known.found;
    const found = findOllama(this.#options.environment);
    this.#ollama = { at: Date.now(), found };
    return found;
  }
}

const ENVIRONMENT_NAMES: Record<ModelTask, string> = { chat: 'IBID_MODEL', small: 'IBID_SMALL_MODEL' };

function configured(
  provider: Omit<StoredProvider, 'sealedKey' | 'name' | 'baseUrl' | 'models'> & {
    name?: string | undefined;
    baseUrl?: string | undefined;
    models?: string[] | undefined;
  },
  apiKey: string | null,
  source: ProviderConfig['source'],
): ProviderConfig {
  return {
    id: provider.id,
    kind: provider.kind,
    name: provider.name ?? PROVIDER_NAMES[provider.kind],
    apiKey,
    baseUrl: provider.baseUrl ?? null,
    models: provider.models ?? [],
    source,
  };
}

function shownProfile(profile: ModelProfile) {
  return { contextWindow: profile.contextWindow, vision: profile.vision };
}

function shownProvider(provider: ProviderConfig, problem: string | null) {
  const missingKey = needsKey(provider.kind) && !provider.apiKey;
  return {
    id: provider.id,
    kind: provider.kind,
    name: provider.name,
    state: missingKey ? ('missing-key' as const) : problem ? ('unreachable' as const) : ('ready' as const),
    source: provider.source,
    ...(problem === null ? {} : { note: problem }),
  };
}
