import type { Item, KnowledgeStore, Viewer } from '../knowledge/index.js';

export interface SampleCacheOptions {
  /** Milliseconds before samples expire. */
  lifetime?: number;
  /** How many sets of samples are kept. */
  most?: number;
  now: () => number;
}

/**
 * AGR-6: caches a few records of each knowledge base. The key includes the viewer and the viewer's roles, so samples
 * never reach another person. Each record is looked up again before it is returned, so a withdrawn right or a deleted
 * item takes effect at once.
 */
export class SampleCache {
  readonly #kept = new Map<string, { itemIds: string[]; until: number }>();
  readonly #lifetime: number;
  readonly #most: number;
  readonly #now: () => number;

  constructor(options: SampleCacheOptions) {
    this.#lifetime = options.lifetime ?? 10 * 60 * 1000;
    this.#most = options.most ?? 1_000;
    this.#now = options.now;
  }

  async samples(options: {
    store: KnowledgeStore;
    viewer: Viewer;
    knowledgeBaseIds: readonly string[];
    perKnowledgeBase: number;
  }): Promise<Item[]> {
    const { store, viewer } = options;
    const key = keyOf(options);
    const known = this.#kept.get(key);
    if (known && known.until > this.#now()) {
      const items = await Promise.all(known.itemIds.map((id) => store.getItem(viewer, id)));
      return items.filter((item) => item !== null);
    }
    const fresh = await store.samples(viewer, {
      knowledgeBaseIds: options.knowledgeBaseIds,
      perKnowledgeBase: options.perKnowledgeBase,
    });
    this.#kept.delete(key);
    this.#kept.set(key, { itemIds: fresh.map((item) => item.id), until: this.#now() + this.#lifetime });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
    return fresh;
  }
}

function keyOf(options: {
  viewer: Viewer;
  knowledgeBaseIds: readonly string[];
  perKnowledgeBase: number;
}): string {
  const { viewer } = options;
  return JSON.stringify([
    viewer.userId,
    viewer.isAdministrator,
    viewer.roles.toSorted(),
    options.knowledgeBaseIds.toSorted(),
    options.perKnowledgeBase,
  ]);
}
