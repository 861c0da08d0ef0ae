import type {
  Chunk,
  CountRequest,
  Item,
  ItemFilter,
  ItemLink,
  KnowledgeBase,
  KnowledgeStore,
  NamedItem,
  ListPage,
  SearchHit,
  SearchRequest,
  Viewer,
} from '../knowledge/index.js';
import type { SampleCache } from './sample-cache.js';
import type { RetrievalScope } from './scope.js';

type WithoutViewer<T> = Omit<T, 'viewer'>;

/**
 * The only access of agentic retrieval to the knowledge bases. Every call is bound to the viewer, the preselection and
 * the enabled bases, so no tool can forget to check them.
 *
 * ```ts
 * import { ScopedKnowledge } from '@ibid/retrieval';
 * import { openLibrary } from 'ibid';
 *
 * const library = await openLibrary({ embedder: null });
 * const viewer = { userId: 'library', roles: [], isAdministrator: false };
 * const knowledge = new ScopedKnowledge({ store: library.knowledge.reader, viewer, scope: null });
 * console.log((await knowledge.knowledgeBases()).length); // what this person may see
 * await library.close();
 * ```
 */
export class ScopedKnowledge {
  readonly #store: KnowledgeStore;
  readonly #viewer: Viewer;
  readonly #scope: RetrievalScope | null;
  readonly #disabled: ReadonlySet<string>;
  readonly #sampleCache: SampleCache | null;
  readonly #seen = new Set<string>();
  #taken = 0;

  constructor(options: {
    store: KnowledgeStore;
    viewer: Viewer;
    scope: RetrievalScope | null;
    /** Knowledge bases disabled for this conversation. */
    disabledKnowledgeBaseIds?: readonly string[];
    /** Keeps samples between runs. */
    sampleCache?: SampleCache | undefined;
  }) {
    this.#store = options.store;
    this.#viewer = options.viewer;
    this.#scope = options.scope;
    this.#disabled = new Set(options.disabledKnowledgeBaseIds);
    this.#sampleCache = options.sampleCache ?? null;
  }

  /** What searches are limited to. Null: no limit. */
  get selection(): RetrievalScope | null {
    return this.#scope;
  }

  /** Items returned for the first time since the last call. */
  takeSeen(): string[] {
    const seen = [...this.#seen].slice(this.#taken);
    this.#taken = this.#seen.size;
    return seen;
  }

  /** The bases a search may touch. */
  async knowledgeBases(): Promise<KnowledgeBase[]> {
    const visible = await this.#store.listKnowledgeBases(this.#viewer);
    const enabled = visible.filter((base) => !this.#disabled.has(base.id));
    if (!this.#scope) return enabled;
    const ofItems = await Promise.all(this.#scope.itemIds.map((id) => this.#store.getItem(this.#viewer, id)));
    const named = new Set([
      ...this.#scope.knowledgeBaseIds,
      ...ofItems.flatMap((item) => item?.knowledgeBaseId ?? []),
    ]);
    return enabled.filter((base) => named.has(base.id));
  }

  async search(request: WithoutViewer<SearchRequest>): Promise<SearchHit[]> {
    const hits = await this.#store.search({
      ...request,
      ...(await this.#bound(request)),
      viewer: this.#viewer,
    });
    return this.#noting(hits, ({ itemId }) => itemId);
  }

  async count(request: WithoutViewer<CountRequest>): Promise<number> {
    return this.#store.count({ ...request, ...(await this.#bound(request)), viewer: this.#viewer });
  }

  async listItems(
    request: WithoutViewer<Parameters<KnowledgeStore['listItems']>[0]>,
  ): Promise<ListPage<Item>> {
    const page = await this.#store.listItems({
      ...request,
      ...(await this.#bound(request)),
      viewer: this.#viewer,
    });
    this.#noting(page.rows, ({ id }) => id);
    return page;
  }

  async searchItemsByName(request: {
    name: string;
    knowledgeBaseIds?: readonly string[];
    limit: number;
  }): Promise<Item[]> {
    const { knowledgeBaseIds } = await this.#bound(request);
    const items = await this.#store.searchItemsByName({
      ...request,
      viewer: this.#viewer,
      ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
      ...(this.#scope ? { within: this.#scope } : {}),
    });
    return this.#noting(items, ({ id }) => id);
  }

  /**
   * Null for an item that does not exist, is hidden from the viewer, or lies outside the scope. Callers cannot tell
   * which.
   */
  async getItem(itemId: string): Promise<Item | null> {
    const item = await this.#store.getItem(this.#viewer, itemId);
    if (!item || !this.#contains(item)) return null;
    this.#seen.add(item.id);
    return item;
  }

  /** The whole stored text; null in the same cases as `getItem`. */
  async readText(itemId: string): Promise<string | null> {
    return (await this.getItem(itemId)) ? this.#store.readItemText(this.#viewer, itemId) : null;
  }

  /** The parts of tables that are too long for the text; empty where `getItem` returns null. */
  async listTableParts(itemId: string): Promise<{ table: number; rows: number }[]> {
    return (await this.getItem(itemId)) ? this.#store.listTableParts(this.#viewer, itemId) : [];
  }

  async readTablePart(itemId: string, place: number): Promise<Uint8Array | null> {
    return (await this.getItem(itemId)) ? this.#store.readTablePart(this.#viewer, itemId, place) : null;
  }

  async readChunks(itemId: string, range: { from: number; to: number }): Promise<Chunk[]> {
    return (await this.getItem(itemId)) ? this.#store.readChunks(this.#viewer, itemId, range) : [];
  }

  /** The openings of items that were returned before, in one query. */
  async topsOf(itemIds: readonly string[]): Promise<Map<string, string>> {
    const seen = itemIds.filter((id) => this.#seen.has(id));
    const tops = await this.#store.readTops(this.#viewer, seen);
    return new Map(tops.map(({ itemId, text }) => [itemId, text]));
  }

  async readPage(itemId: string, page: number): Promise<Chunk[]> {
    return (await this.getItem(itemId)) ? this.#store.readPage(this.#viewer, itemId, page) : [];
  }

  async linksFrom(chunkIds: readonly string[]): Promise<ItemLink[]> {
    return this.#noting(await this.#store.linksFrom(this.#viewer, chunkIds), (link) => link.toItemId);
  }

  async linksTo(itemIds: readonly string[]): Promise<ItemLink[]> {
    return this.#noting(await this.#store.linksTo(this.#viewer, itemIds), (link) => link.fromItemId);
  }

  async itemsNamedIn(text: string): Promise<NamedItem[]> {
    const { knowledgeBaseIds } = await this.#bound({});
    const named = await this.#store.itemsNamedIn(this.#viewer, text, {
      ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
      ...(this.#scope ? { within: this.#scope } : {}),
    });
    return this.#noting(named, ({ itemId }) => itemId);
  }

  async samples(perKnowledgeBase: number): Promise<Item[]> {
    const bases = await this.knowledgeBases();
    if (bases.length === 0) return [];
    const knowledgeBaseIds = bases.map((base) => base.id);
    const items = await (this.#sampleCache
      ? this.#sampleCache.samples({
          store: this.#store,
          viewer: this.#viewer,
          knowledgeBaseIds,
          perKnowledgeBase,
        })
      : this.#store.samples(this.#viewer, { knowledgeBaseIds, perKnowledgeBase }));
    return this.#noting(
      items.filter((item) => this.#contains(item)),
      ({ id }) => id,
    );
  }

  #noting<Row>(rows: Row[], idOf: (row: Row) => string): Row[] {
    for (const row of rows) this.#seen.add(idOf(row));
    return rows;
  }

  #contains(item: Item): boolean {
    if (this.#disabled.has(item.knowledgeBaseId)) return false;
    if (!this.#scope) return true;
    return (
      this.#scope.knowledgeBaseIds.includes(item.knowledgeBaseId) || this.#scope.itemIds.includes(item.id)
    );
  }

  async #bound(request: {
    knowledgeBaseIds?: readonly string[];
    filter?: ItemFilter;
  }): Promise<{ knowledgeBaseIds?: readonly string[]; filter?: ItemFilter }> {
    let bases = request.knowledgeBaseIds;
    if (this.#disabled.size > 0) {
      bases ??= (await this.#store.listKnowledgeBases(this.#viewer)).map((base) => base.id);
      bases = bases.filter((id) => !this.#disabled.has(id));
    }
    return {
      ...(bases ? { knowledgeBaseIds: bases } : {}),
      ...(this.#scope ? { filter: { ...request.filter, within: this.#scope } } : {}),
    };
  }
}
