import { openAiSdkEmbedder, openLocalEmbedder, openLocalReranker } from '@ibid/retrieval/internal';
import type { Embedder, Reranker } from '@ibid/retrieval';
import type { Logger } from 'pino';
import type { ServerOptions } from '../../options.js';
import type { ModelRegistry } from '../model-registry.js';
import { localChoice } from './local-choice.js';
import { LocalModels } from './local-models.js';
import { SwitchedModel } from './switched-model.js';

/** A replaced model may still be used by a running job; it is closed after being idle this long. */
const IDLE_MILLISECONDS = 60_000;

type LocalReranker = Awaited<ReturnType<typeof openLocalReranker>>;

/**
 * MOD-1, MOD-5: the local models of search, as configured, replaced when the settings change. Semantic search is
 * optional: if its model cannot be opened, keyword search continues.
 */
export class SearchModels {
  readonly local: LocalModels;
  readonly embedding: SwitchedModel<Embedder>;
  readonly reranking: SwitchedModel<LocalReranker>;
  readonly #retired = new Map<{ close?(): Promise<void> }, NodeJS.Timeout>();
  readonly #lastUse = new WeakMap<object, { at: number; running: number }>();
  readonly #listeners = new Set<() => void>();

  constructor(options: {
    models: () => ModelRegistry;
    log: Logger;
    server: Pick<ServerOptions, 'embedder' | 'dataFolder' | 'environment' | 'privateHosts'>;
  }) {
    const { models, log, server } = options;
    this.local = new LocalModels(server);
    this.embedding = new SwitchedModel<Embedder>({
      task: 'embedding',
      log,
      chosen: () => models().chosenFor('embedding'),
      open: async (choice, fetching) => {
        if (server.embedder === 'none') return null;
        return this.#counted(await this.#openEmbedder(models(), choice, fetching));
      },
      retire: (embedder) => this.#retire(embedder),
      onChange: () => {
        for (const listener of this.#listeners) listener();
      },
    });
    this.reranking = new SwitchedModel<LocalReranker>({
      task: 'reranking',
      log,
      chosen: async () => {
        const id = await models().chosenFor('reranking');
        return localChoice(id) ? id : null;
      },
      open: async (id, fetching) => {
        const choice = localChoice(id);
        if (!choice) return null;
        return openLocalReranker({ model: await this.local.find(choice, 'reranker', fetching) });
      },
      retire: (reranker) => this.#retire(reranker),
    });
  }

  /** Call after a settings change and from time to time: another process may have changed them. */
  async look(options: { isAskedFor?: boolean } = {}): Promise<void> {
    await Promise.all([this.embedding.look(options), this.reranking.look(options)]);
  }

  /** Called whenever the embedder changes. Returns a function that unsubscribes. */
  onEmbedder(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The local reranker if one is set; null also while it is downloaded. */
  localReranker(): Promise<Reranker | null> {
    return this.reranking.current;
  }

  async close(): Promise<void> {
    const last = await Promise.all([this.embedding.close(), this.reranking.close()]);
    for (const timer of this.#retired.values()) clearInterval(timer);
    await Promise.all([...last, ...this.#retired.keys()].map(async (model) => model?.close?.()));
  }

  async #openEmbedder(
    models: ModelRegistry,
    id: string | null,
    fetching: Parameters<LocalModels['find']>[2],
  ): Promise<Embedder> {
    const choice = localChoice(id);
    if (choice) return openLocalEmbedder({ model: await this.local.find(choice, 'embedder', fetching) });
    const model = await models.embeddingModel();
    return model ? openAiSdkEmbedder({ model }) : openLocalEmbedder();
  }

  #counted(embedder: Embedder): Embedder {
    const use = { at: Date.now(), running: 0 };
    const counted: Embedder = {
      ...embedder,
      embed: async (...call) => {
        use.running += 1;
        try {
          return await embedder.embed(...call);
        } finally {
          use.running -= 1;
          use.at = Date.now();
        }
      },
    };
    this.#lastUse.set(counted, use);
    return counted;
  }

  #retire(model: { close?(): Promise<void> }): void {
    const since = Date.now();
    const timer = setInterval(() => {
      const use = this.#lastUse.get(model) ?? { at: since, running: 0 };
      if (use.running > 0 || Date.now() - Math.max(use.at, since) < IDLE_MILLISECONDS) return;
      clearInterval(timer);
      this.#retired.delete(model);
      void model.close?.();
    }, IDLE_MILLISECONDS / 4).unref();
    this.#retired.set(model, timer);
  }
}
