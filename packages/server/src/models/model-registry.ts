import type { EmbeddingModelV4, LanguageModelV4, RerankingModelV4 } from '@ai-sdk/provider';
import { modelProfileOf } from '@ibid/core';
import type { ModelProfile, WindowWatch } from '@ibid/core/internal';
import { aiSdkReranker } from '@ibid/retrieval';
import type { Reranker } from '@ibid/retrieval';
import { readSystemSettings } from '../settings/system-settings.js';
import { createEmbeddingModel } from './create-embedding-model.js';
import { createLanguageModel } from './create-language-model.js';
import { createRerankingModel } from './create-reranking-model.js';
import { LearnedTools } from './learned-tools.js';
import { listedWhereItIs, usualModel } from './list-provider-models.js';
import { NO_FACTS } from './model-facts.js';
import type { ModelFacts } from './model-facts.js';
import { LearnedWindows, profileOf, windowSet } from './model-windows.js';
import { needsKey } from './provider-kinds.js';
import type { ProviderConfig } from './provider-config.js';
import { ProviderDirectory } from './provider-directory.js';
import type { ProviderDirectoryOptions } from './provider-directory.js';
import { configured, shownModel, shownProfile, shownProvider } from './provider-views.js';
import { readSettingsFile } from './settings-file.js';
import { toolSkill } from './tool-skill.js';
import { askedAgainWithoutTools } from './tools-refused.js';
import { UnknownModel } from './unknown-model.js';
import { withoutTools } from './without-tools.js';

/** A model within this process, e.g. the built-in one. */
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
  /** Whether it can decide by itself when to search. */
  toolSkill: ReturnType<typeof toolSkill>;
  /** MOD-4: absent for models within this process, whose windows are known. */
  windowWatch?: WindowWatch;
}

export interface ModelRegistryOptions extends ProviderDirectoryOptions {
  /** The first is the default when nothing is configured (MOD-2). */
  builtIn: readonly [BuiltInModel, ...BuiltInModel[]];
  /** The caller's own, selected by provider and model id. */
  rerankingModels?: readonly RerankingModelV4[];
}

export type ModelTask = 'chat' | 'small';

/** Tasks done by another model unless one is set for them. */
export type OptionalModelTask = 'classifying' | 'searching' | 'reranking' | 'embedding';

/** MOD-1: the models of all providers and of this process: which is used for what, and each ready to be called. */
export class ModelRegistry {
  readonly #options: ModelRegistryOptions;
  readonly #directory: ProviderDirectory;
  readonly #learned: LearnedWindows;
  readonly #tools: LearnedTools;
  readonly #models = new Map<string, Promise<LanguageModelV4>>();

  constructor(options: ModelRegistryOptions) {
    this.#options = options;
    this.#directory = new ProviderDirectory(options);
    this.#learned = new LearnedWindows(options.settings);
    this.#tools = new LearnedTools(options.settings);
  }

  providers(): Promise<ProviderConfig[]> {
    return this.#directory.providers();
  }

  /** The default model id for a task. */
  async chosen(task: ModelTask): Promise<string> {
    const named = (await this.#named(task)) ?? (task === 'small' ? await this.#named('chat') : null);
    if (named) return this.#wholeId(named);
    const usable = (await this.#directory.providers()).filter((one) => one.apiKey || !needsKey(one.kind));
    const listed = await Promise.all(usable.map((provider) => this.#directory.listed(provider)));
    // Prefer providers that answer; one that is down must not hide the others.
    const answering = [...usable.keys()].filter((index) => listed[index]?.problem === null);
    for (const index of [...answering, ...usable.keys()]) {
      const provider = usable[index] as ProviderConfig;
      const model = usualModel(provider, listed[index], task);
      if (model !== null) return `${provider.id}/${model}`;
    }
    return this.#options.builtIn[0].id;
  }

  /** The model id set for an optional task; null if none is set. */
  async chosenFor(task: OptionalModelTask): Promise<string | null> {
    return this.#named(task);
  }

  async #named(task: ModelTask | OptionalModelTask): Promise<string | null> {
    const page = (await readSystemSettings(this.#options.settings)).models;
    const file = (await readSettingsFile(this.#options.dataFolder)).models;
    const name = task === 'chat' ? 'IBID_MODEL' : `IBID_${task.toUpperCase()}_MODEL`;
    return page[task] || file[task] || this.#options.environment[name] || null;
  }

  /** KB-3: null if none is set. Throws `UnknownModel` if nothing offers it. */
  async reranker(): Promise<Reranker | null> {
    const id = await this.chosenFor('reranking');
    if (!id) return null;
    const own = this.#options.rerankingModels?.find((model) => `${model.provider}/${model.modelId}` === id);
    if (own) return aiSdkReranker({ model: own });
    const { provider, name } = await this.#directory.find(id);
    const model = provider ? createRerankingModel(provider, name, this.#options.fetch) : null;
    if (!model) throw new UnknownModel(id);
    return aiSdkReranker({ model });
  }

  /** Null if none is set, which means the local one. Throws `UnknownModel` if nothing offers it. */
  async embeddingModel(): Promise<EmbeddingModelV4 | null> {
    const id = await this.chosenFor('embedding');
    if (!id) return null;
    const { provider, name } = await this.#directory.find(id);
    const model =
      provider && name !== '' ? await createEmbeddingModel(provider, name, this.#options.fetch) : null;
    if (!model) throw new UnknownModel(id);
    return model;
  }

  /** `isAnew` tests the model regardless of what was learned about its tools. */
  async resolve(modelId: string, { isAnew = false } = {}): Promise<ResolvedModel> {
    const builtIn = this.#options.builtIn.find((model) => model.id === modelId);
    if (builtIn) {
      return {
        id: modelId,
        model: builtIn.model,
        profile: modelProfileOf(modelId, builtIn.profile),
        isLanguageModel: builtIn.isLanguageModel,
        toolSkill: 'good',
      };
    }
    const { provider, name } = await this.#directory.find(modelId);
    if (!provider || name === '') throw new UnknownModel(modelId);
    const id = `${provider.id}/${name}`;
    const facts = await this.#directory.facts(provider, name);
    const profile = await this.#profile(provider, name, facts);
    const model = await this.#languageModel(provider, name, { contextWindow: profile.contextWindow, facts });
    if (isAnew) await this.#tools.forget(provider, name);
    const refuses = facts.takesTools === null && (await this.#tools.refuses(provider, name));
    const skill = refuses ? 'refuses' : toolSkill(name, facts);
    let sendsTools = skill !== 'refuses';
    const onRefused = () => {
      sendsTools = false;
      this.#tools.refused(provider, name);
    };
    return {
      id,
      model: skill === 'refuses' ? withoutTools(model) : askedAgainWithoutTools(model, onRefused),
      profile,
      isLanguageModel: true,
      toolSkill: skill,
      windowWatch: {
        ...this.#learned.watch(id, facts.contextWindow, await this.#profile(provider, name, facts, null)),
        sendsTools: () => sendsTools,
      },
    };
  }

  /** Tests a provider that is not stored yet: its models, and one of them ready to call. */
  async attempt(provider: Pick<ProviderConfig, 'kind' | 'apiKey' | 'baseUrl'>, name: string | null) {
    const { config, listed } = await listedWhereItIs(
      configured(
        { id: provider.kind, ...provider, baseUrl: provider.baseUrl ?? undefined },
        provider.apiKey,
        'page',
      ),
      this.#options.fetch,
    );
    const chosen = name ?? usualModel(config, listed, 'chat');
    const facts = (chosen === null ? null : listed.facts.get(chosen)) ?? NO_FACTS;
    const contextWindow = chosen === null ? 0 : (await this.#profile(config, chosen, facts)).contextWindow;
    const model =
      chosen === null
        ? null
        : askedAgainWithoutTools(
            await createLanguageModel(
              config,
              chosen,
              { contextWindow, facts, keepAlive: this.#keepAlive },
              this.#options.fetch,
            ),
            () => this.#tools.refused(config, chosen),
          );
    const rows = await Promise.all(
      listed.models.map(async (one) =>
        shownModel(config, one.name, await this.#profile(config, one.name, one.facts)),
      ),
    );
    const { embedding, problem } = listed;
    return { model, name: chosen, baseUrl: config.baseUrl, rows, embedding, problem };
  }

  async list() {
    const providers = await this.#directory.providers();
    const listed = await Promise.all(providers.map((provider) => this.#directory.listed(provider)));
    const current = { chat: await this.chosen('chat'), small: await this.chosen('small') };
    const rows = this.#options.builtIn.map((model) => ({
      id: model.id,
      name: model.name,
      provider: 'ibid',
      ...shownProfile(modelProfileOf(model.id, { windowFrom: 'set', ...model.profile })),
      isLanguageModel: model.isLanguageModel,
      ...(model.note === undefined ? {} : { note: model.note }),
    }));
    for (const [index, provider] of providers.entries())
      for (const { name, facts } of listed[index]?.models ?? [])
        rows.push(shownModel(provider, name, await this.#profile(provider, name, facts)));
    // A configured model need not be in its provider's list.
    for (const id of new Set(Object.values(current))) {
      const { provider, name } = await this.#directory.find(id);
      if (provider && !rows.some((row) => row.id === id))
        rows.push(
          shownModel(
            provider,
            name,
            await this.#profile(provider, name, await this.#directory.facts(provider, name)),
          ),
        );
    }
    return {
      rows,
      current,
      providers: providers.map((provider, index) => shownProvider(provider, listed[index])),
    };
  }

  /** After a settings change: nothing cached may outlive a key. */
  forget(): void {
    this.#directory.forget();
    this.#models.clear();
  }

  get #keepAlive(): string | null {
    return this.#options.environment['IBID_OLLAMA_KEEP_ALIVE'] ?? null;
  }

  /**
   * Completes a configured id such as `IBID_MODEL`: a model that nobody lists belongs to the server in
   * `IBID_MODEL_URL`, or to the only provider.
   */
  async #wholeId(modelId: string): Promise<string> {
    if (this.#options.builtIn.some((model) => model.id === modelId)) return modelId;
    const found = await this.#directory.find(modelId);
    const providers = found.provider ? [] : await this.#directory.providers();
    // Names with a slash belong to servers that offer models of many vendors; elsewhere they name another provider.
    const only = providers.length === 1 && isOf(providers[0], found.name) ? providers[0] : null;
    const provider = found.provider ?? providers.find(({ id }) => id === 'custom') ?? only;
    return provider && found.name !== '' ? `${provider.id}/${found.name}` : modelId;
  }

  async #profile(
    provider: ProviderConfig,
    name: string,
    facts: ModelFacts,
    /** Null: without anything learned from earlier answers. */
    from: LearnedWindows | null = this.#learned,
  ): Promise<ModelProfile> {
    const modelId = `${provider.id}/${name}`;
    const { environment, settings, dataFolder } = this.#options;
    const page = (await readSystemSettings(settings)).windows;
    const file = (await readSettingsFile(dataFolder)).windows;
    const set = windowSet({ modelId, page, file, environment });
    const learned = (await from?.of(modelId)) ?? null;
    return profileOf({ modelId, kind: provider.kind, set, learned, facts });
  }

  #languageModel(
    provider: ProviderConfig,
    name: string,
    known: { contextWindow: number; facts: ModelFacts },
  ): Promise<LanguageModelV4> {
    const { kind, id, apiKey, baseUrl } = provider;
    const key = JSON.stringify([kind, id, apiKey, baseUrl, name, known]);
    const before = this.#models.get(key);
    if (before) return before;
    const made = createLanguageModel(
      provider,
      name,
      { ...known, keepAlive: this.#keepAlive },
      this.#options.fetch,
    );
    this.#models.set(key, made);
    made.catch(() => this.#models.delete(key));
    return made;
  }
}

function isOf(provider: ProviderConfig | undefined, name: string): boolean {
  return !name.includes('/') || provider?.kind === 'openai-compatible' || provider?.kind === 'ollama';
}
