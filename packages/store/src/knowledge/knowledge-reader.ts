import type {
  Chunk,
  CountRequest,
  Embedder,
  Item,
  ItemFilter,
  ItemLink,
  ItemRevision,
  KnowledgeBase,
  KnowledgeStore,
  NamedItem,
  ListPage,
  Reranker,
  SearchHit,
  SearchRequest,
  Viewer,
} from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { DialectName, OpenDatabase } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { readAccessRules } from './access-rules.js';
import { contentScope } from './content-scope.js';
import { findItemsByName } from './find-items-by-name.js';
import { readRevision } from './item-revisions.js';
import { itemScope } from './item-scope.js';
import { itemsNamedIn } from './items-named-in.js';
import type { KnowledgeBases } from './knowledge-bases.js';
import { readLinks } from './read-links.js';
import { CHUNK_COLUMNS, ITEM_COLUMNS, chunkRow, chunkOfRow, toItem } from './row-mapping.js';
import type { ItemRow } from './row-mapping.js';
import { searchChunks } from './search-chunks.js';
import type { SearchIndex } from './search-index.js';
import { decodeRowCursor } from '../state/cursor.js';

/** The reading side. Every statement includes `itemScope`, which enforces access (KB-5). */
export class DatabaseKnowledgeStore implements KnowledgeStore {
  readonly #db: Kysely<Database>;
  readonly #dialect: DialectName;
  readonly #index: SearchIndex;
  readonly #bases: KnowledgeBases;
  readonly #embedder: () => Promise<Embedder | null>;
  readonly #reranker: () => Promise<Reranker | null>;
  readonly #preferNewer: () => Promise<boolean>;

  constructor(options: {
    database: Pick<OpenDatabase, 'db' | 'dialect'>;
    index: SearchIndex;
    bases: KnowledgeBases;
    embedder: () => Promise<Embedder | null>;
    reranker: () => Promise<Reranker | null>;
    preferNewer: () => Promise<boolean>;
  }) {
    this.#db = options.database.db;
    this.#dialect = options.database.dialect;
    this.#index = options.index;
    this.#bases = options.bases;
    this.#embedder = options.embedder;
    this.#reranker = options.reranker;
    this.#preferNewer = options.preferNewer;
  }

  async search(request: SearchRequest): Promise<SearchHit[]> {
    return searchChunks({
      db: this.#db,
      dialect: this.#dialect,
      index: this.#index,
      embedder: request.mode === 'keyword' ? null : await this.#embedder(),
      reranker: request.rerank ? await this.#reranker() : null,
      preferNewer: request.preferNewer ?? (await this.#preferNewer()),
      request,
    });
  }

  async searchItemsByName(options: {
    viewer: Viewer;
    name: string;
    knowledgeBaseIds?: readonly string[];
    within?: ItemFilter['within'];
    limit: number;
  }): Promise<Item[]> {
    const rows = await findItemsByName({
      db: this.#db,
      dialect: this.#dialect,
      index: this.#index,
      ...options,
    });
    return this.#items(rows);
  }

  async count(request: CountRequest): Promise<number> {
    const where = await this.#where(request, request.unit);
    const { rows } =
      request.unit === 'items'
        ? await sql<{ n: number }>`select count(*) as n from items where ${where}`.execute(this.#db)
        : await sql<{ n: number }>`select count(*) as n from chunks
            join items on items.row = chunks.item_row where ${where}`.execute(this.#db);
    return Number(rows[0]?.n ?? 0);
  }

  async listItems(
    options: Omit<CountRequest, 'unit'> & { limit: number; cursor?: string | null },
  ): Promise<ListPage<Item>> {
    const where = await this.#where(options, 'items');
    const after = decodeRowCursor(options.cursor, 36);
    const rows = await this.#itemRows()
      .where(sql<boolean>`${where} and items.row > ${after}`)
      .orderBy('items.row')
      .limit(options.limit + 1)
      .execute();
    const page = rows.slice(0, options.limit);
    const last = page.at(-1);
    return {
      rows: await this.#items(page),
      total: await this.count({ ...options, unit: 'items' }),
      cursor: rows.length > options.limit && last ? last.row.toString(36) : null,
    };
  }

  listKnowledgeBases(viewer: Viewer): Promise<KnowledgeBase[]> {
    return this.#bases.list(viewer);
  }

  async getItem(viewer: Viewer, itemId: string): Promise<Item | null> {
    const rows = await this.#itemRows()
      .where(itemScope({ viewer, filter: { itemIds: [itemId] } }, this.#dialect))
      .execute();
    return (await this.#items(rows))[0] ?? null;
  }

  async readItemText(
    viewer: Viewer,
    itemId: string,
    range?: { start: number; end: number },
  ): Promise<string | null> {
    const row = await this.#db
      .selectFrom('items')
      .innerJoin('item_texts', 'item_texts.item_row', 'items.row')
      .select('item_texts.text')
      .where(itemScope({ viewer, filter: { itemIds: [itemId] } }, this.#dialect))
      .executeTakeFirst();
    if (!row) return null;
    // Cut here: databases count characters in a different unit than our spans.
    return range ? row.text.slice(range.start, range.end) : row.text;
  }

  async listTableParts(viewer: Viewer, itemId: string): Promise<{ table: number; rows: number }[]> {
    const parts = await this.#db
      .selectFrom('items')
      .innerJoin('item_table_parts', 'item_table_parts.item_row', 'items.row')
      .select(['item_table_parts.table_number', 'item_table_parts.row_count'])
      .where(itemScope({ viewer, filter: { itemIds: [itemId] } }, this.#dialect))
      .orderBy('item_table_parts.place')
      .execute();
    return parts.map((part) => ({ table: part.table_number, rows: part.row_count }));
  }

  async readTablePart(viewer: Viewer, itemId: string, place: number): Promise<Uint8Array | null> {
    const part = await this.#db
      .selectFrom('items')
      .innerJoin('item_table_parts', 'item_table_parts.item_row', 'items.row')
      .select('item_table_parts.packed')
      .where(itemScope({ viewer, filter: { itemIds: [itemId] } }, this.#dialect))
      .where('item_table_parts.place', '=', place)
      .executeTakeFirst();
    return part?.packed ?? null;
  }

  readRevision(viewer: Viewer, itemId: string, chunkId: string): Promise<ItemRevision | null> {
    return readRevision({ db: this.#db, dialect: this.#dialect, viewer, itemId, chunkId });
  }

  readChunks(viewer: Viewer, itemId: string, range: { from: number; to: number }): Promise<Chunk[]> {
    return this.#chunksOf(viewer, [itemId], sql`chunks.ordinal between ${range.from} and ${range.to}`);
  }

  readPage(viewer: Viewer, itemId: string, page: number): Promise<Chunk[]> {
    return this.#chunksOf(viewer, [itemId], sql`chunks.page = ${page}`);
  }

  async readTops(viewer: Viewer, itemIds: readonly string[]): Promise<Chunk[]> {
    return itemIds.length === 0 ? [] : this.#chunksOf(viewer, itemIds, sql`chunks.ordinal = 0`);
  }

  async getChunks(viewer: Viewer, chunkIds: readonly string[]): Promise<Chunk[]> {
    const rows = chunkIds.flatMap((id) => chunkRow(id) ?? []);
    if (rows.length === 0) return [];
    const found = await this.#chunkRows()
      .where(itemScope({ viewer }, this.#dialect))
      .where('chunks.row', 'in', rows)
      .execute();
    const byId = new Map(found.map((row) => [row.row, chunkOfRow(row)]));
    return rows.flatMap((row) => byId.get(row) ?? []);
  }

  linksFrom(viewer: Viewer, chunkIds: readonly string[]): Promise<ItemLink[]> {
    const rows = chunkIds.flatMap((id) => chunkRow(id) ?? []);
    if (rows.length === 0) return Promise.resolve([]);
    const condition = sql<boolean>`chunks.row in (${sql.join(rows)})`;
    return readLinks({ db: this.#db, dialect: this.#dialect, viewer, condition });
  }

  linksTo(viewer: Viewer, itemIds: readonly string[]): Promise<ItemLink[]> {
    if (itemIds.length === 0) return Promise.resolve([]);
    const condition = sql<boolean>`target.id in (${sql.join([...itemIds])})`;
    return readLinks({ db: this.#db, dialect: this.#dialect, viewer, condition });
  }

  itemsNamedIn(
    viewer: Viewer,
    text: string,
    options: { knowledgeBaseIds?: readonly string[]; within?: ItemFilter['within'] } = {},
  ): Promise<NamedItem[]> {
    const scope = {
      viewer,
      knowledgeBaseIds: options.knowledgeBaseIds,
      filter: options.within ? { within: options.within } : undefined,
    };
    return itemsNamedIn({ db: this.#db, dialect: this.#dialect, scope, text });
  }

  async samples(
    viewer: Viewer,
    options: { knowledgeBaseIds?: readonly string[]; perKnowledgeBase: number },
  ): Promise<Item[]> {
    const scope = itemScope({ viewer }, this.#dialect);
    const bases = await this.#db
      .selectFrom('knowledge_bases')
      .select('row')
      .$if(options.knowledgeBaseIds !== undefined, (query) =>
        query.where('id', 'in', [...(options.knowledgeBaseIds ?? [])]),
      )
      .orderBy('row')
      .execute();
    const found: ItemRow[] = [];
    // Base by base: each is read only as far as needed.
    for (const base of bases) {
      const rows = await this.#itemRows()
        .where('items.base_row', '=', base.row)
        .where(scope)
        .orderBy('items.row')
        .limit(options.perKnowledgeBase)
        .execute();
      found.push(...rows);
    }
    return this.#items(found);
  }

  async #where(
    request: Omit<CountRequest, 'unit'>,
    unit: CountRequest['unit'],
  ): Promise<RawBuilder<boolean>> {
    const scope = itemScope(request, this.#dialect);
    if (!request.contentQuery?.trim()) return scope;
    const content = await contentScope({
      db: this.#db,
      index: this.#index,
      contentQuery: request.contentQuery,
      viewer: request.viewer,
      unit,
    });
    return sql<boolean>`${scope} and ${content}`;
  }

  #itemRows() {
    return this.#db
      .selectFrom('items')
      .innerJoin('knowledge_bases', 'knowledge_bases.row', 'items.base_row')
      .select(ITEM_COLUMNS);
  }

  #chunkRows() {
    return this.#db
      .selectFrom('chunks')
      .innerJoin('items', 'items.row', 'chunks.item_row')
      .innerJoin('knowledge_bases', 'knowledge_bases.row', 'items.base_row')
      .select(CHUNK_COLUMNS);
  }

  async #chunksOf(
    viewer: Viewer,
    itemIds: readonly string[],
    condition: RawBuilder<unknown>,
  ): Promise<Chunk[]> {
    const rows = await this.#chunkRows()
      .where(itemScope({ viewer, filter: { itemIds } }, this.#dialect))
      .where(sql<boolean>`${condition}`)
      .orderBy('chunks.ordinal')
      .execute();
    return rows.map(chunkOfRow);
  }

  async #items(rows: readonly ItemRow[]): Promise<Item[]> {
    const own = rows.filter((row) => row.own_access === 1).map((row) => row.access_row);
    const rules = await readAccessRules(this.#db, own);
    return rows.map((row) => toItem(row, row.own_access === 1 ? (rules.get(row.access_row) ?? null) : null));
  }
}
