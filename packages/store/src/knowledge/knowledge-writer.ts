import type { AccessRule, KnowledgeWriter, PutItemRequest, StoredItemState } from '@ibid/retrieval';
import type { JsonValue } from '@ibid/core';
import type { Kysely, Transaction } from 'kysely';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import { dropAccessRule } from './access-rules.js';
import { nameKey } from './item-scope.js';
import { KnowledgeBaseNotFound } from './knowledge-base-not-found.js';
import { LinkKeeper } from './link-keeper.js';
import { chunkTokens, indexedTokens, nameTokens } from './chunk-tokens.js';
import type { ChunkTokens } from './chunk-tokens.js';
import { itemAccess, writeMetadata } from './item-parts.js';
import type { IndexedChunk, SearchIndex } from './search-index.js';
import { vectorBytes } from './vector-bytes.js';

/** The writing side; each method is one transaction with everything that hangs on it. */
export class DatabaseKnowledgeWriter implements KnowledgeWriter {
  readonly #db: Kysely<Database>;
  readonly #index: SearchIndex;
  readonly #links: LinkKeeper;

  constructor(options: { db: Kysely<Database>; index: SearchIndex }) {
    this.#db = options.db;
    this.#index = options.index;
    this.#links = new LinkKeeper({ index: options.index });
  }

  async putItem(request: PutItemRequest): Promise<{ itemId: string; replaced: boolean }> {
    // Analysing is the slow part; it needs no lock.
    const tokens = await indexedTokens(request);
    const outcome = await this.#db.transaction().execute(async (transaction) => {
      await this.#index.beginWrite?.(transaction);
      const { item } = request;
      const base = await transaction
        .selectFrom('knowledge_bases')
        .select(['row', 'access_row'])
        .where('id', '=', item.knowledgeBaseId)
        .executeTakeFirst();
      if (!base) throw new KnowledgeBaseNotFound(item.knowledgeBaseId);
      const existing =
        item.externalId === null
          ? undefined
          : await transaction
              .selectFrom('items')
              .select(['row', 'id', 'access_row', 'own_access'])
              .where('base_row', '=', base.row)
              .where('external_id', '=', item.externalId)
              .executeTakeFirst();
      if (existing) await this.#removeChunks(transaction, existing.row);
      const accessRow = await itemAccess(transaction, item.access, base.access_row, existing);
      const now = new Date().toISOString();
      const values = {
        base_row: base.row,
        access_row: accessRow,
        own_access: item.access ? 1 : 0,
        title: item.title,
        name: item.name,
        name_key: nameKey(`${item.name}\n${item.title}`),
        external_id: item.externalId,
        url: item.url,
        media_type: item.mediaType,
        language: item.language,
        metadata: JSON.stringify(item.metadata),
        content_hash: item.contentHash,
        pipeline: item.pipeline,
        characters: item.characters,
        chunk_count: request.chunks.length,
        tokens: item.tokens,
        pages: item.pages,
        updated_at: now,
      };
      const itemId = existing?.id ?? newId();
      let itemRow: number;
      if (existing) {
        itemRow = existing.row;
        await transaction.updateTable('items').set(values).where('row', '=', itemRow).execute();
        if (existing.own_access && existing.access_row !== accessRow)
          await dropAccessRule(transaction, existing.access_row);
      } else {
        const made = await transaction
          .insertInto('items')
          .values({ ...values, id: itemId, created_at: now })
          .returning('row')
          .executeTakeFirstOrThrow();
        itemRow = made.row;
      }
      await this.#writeContent(transaction, { itemRow, request, tokens });
      return { itemId, replaced: existing !== undefined };
    });
    await this.#index.settle();
    return outcome;
  }

  async findByExternalId(options: {
    knowledgeBaseId: string;
    externalId: string;
  }): Promise<StoredItemState | null> {
    const row = await this.#states(options.knowledgeBaseId)
      .where('items.external_id', '=', options.externalId)
      .executeTakeFirst();
    return row ? toState(row) : null;
  }

  async listItemStates(options: {
    knowledgeBaseId: string;
    externalIdPrefix: string;
  }): Promise<StoredItemState[]> {
    const rows = await this.#states(options.knowledgeBaseId).execute();
    return rows.filter((row) => (row.external_id ?? '').startsWith(options.externalIdPrefix)).map(toState);
  }

  async moveItem(options: {
    itemId: string;
    externalId: string;
    name: string;
    url: string | null;
    title?: string;
    metadata?: Record<string, JsonValue>;
  }): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await this.#index.beginWrite?.(transaction);
      const item = await transaction
        .selectFrom('items')
        .select(['row', 'title', 'language', 'metadata'])
        .where('id', '=', options.itemId)
        .executeTakeFirst();
      if (!item) return;
      const title = options.title ?? item.title;
      const metadata = { ...(JSON.parse(item.metadata) as Record<string, JsonValue>), ...options.metadata };
      await transaction
        .updateTable('items')
        .set({
          external_id: options.externalId,
          name: options.name,
          url: options.url,
          title,
          name_key: nameKey(`${options.name}\n${title}`),
          updated_at: new Date().toISOString(),
          metadata: JSON.stringify(metadata),
        })
        .where('row', '=', item.row)
        .execute();
      if (options.metadata) await writeMetadata(transaction, item.row, metadata);
      await this.#links.setNames(transaction, { ...options, row: item.row, title });
      const language = item.language;
      await this.#index.putItemName(transaction, item.row, nameTokens(title, options.name, language));
      if (title !== item.title) await this.#reindexHeadings(transaction, item.row, title, language);
    });
  }

  async removeItem(options: { itemId: string }): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const item = await transaction
        .selectFrom('items')
        .select('row')
        .where('id', '=', options.itemId)
        .executeTakeFirst();
      if (item) await this.removeItems(transaction, [item.row]);
    });
  }

  /** Everything of these items, in the caller's transaction. */
  async removeItems(transaction: Transaction<Database>, itemRows: readonly number[]): Promise<void> {
    await this.#index.beginWrite?.(transaction);
    for (const row of itemRows) {
      await this.#removeChunks(transaction, row);
      await this.#links.removeNames(transaction, row);
      await this.#index.removeItemName(transaction, row);
      const gone = await transaction
        .deleteFrom('items')
        .where('row', '=', row)
        .returning(['access_row', 'own_access'])
        .executeTakeFirst();
      if (gone?.own_access) await dropAccessRule(transaction, gone.access_row);
    }
  }

  /** Null: the knowledge base's rule holds again. */
  async setItemAccess(options: { itemId: string; access: AccessRule | null }): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const item = await transaction
        .selectFrom('items')
        .innerJoin('knowledge_bases', 'knowledge_bases.row', 'items.base_row')
        .select([
          'items.row',
          'items.access_row',
          'items.own_access',
          'knowledge_bases.access_row as base_access',
        ])
        .where('items.id', '=', options.itemId)
        .executeTakeFirst();
      if (!item) return;
      const row = await itemAccess(transaction, options.access, item.base_access, item);
      await transaction
        .updateTable('items')
        .set({ access_row: row, own_access: options.access ? 1 : 0 })
        .where('row', '=', item.row)
        .execute();
      if (item.own_access && item.access_row !== row) await dropAccessRule(transaction, item.access_row);
    });
  }

  #states(knowledgeBaseId: string) {
    return this.#db
      .selectFrom('items')
      .innerJoin('knowledge_bases', 'knowledge_bases.row', 'items.base_row')
      .select([
        'items.id',
        'items.external_id',
        'items.name',
        'items.title',
        'items.content_hash',
        'items.pipeline',
      ])
      .where('knowledge_bases.id', '=', knowledgeBaseId);
  }

  async #writeContent(
    transaction: Transaction<Database>,
    written: { itemRow: number; request: PutItemRequest; tokens: readonly ChunkTokens[] },
  ): Promise<void> {
    const { itemRow, request, tokens } = written;
    const { item } = request;
    await transaction.deleteFrom('item_texts').where('item_row', '=', itemRow).execute();
    await transaction.insertInto('item_texts').values({ item_row: itemRow, text: request.text }).execute();
    await writeMetadata(transaction, itemRow, item.metadata);
    const rows: { row: number; text: string }[] = [];
    const indexed: IndexedChunk[] = [];
    for (const [position, chunk] of request.chunks.entries()) {
      const { row } = await transaction
        .insertInto('chunks')
        .values({
          item_row: itemRow,
          ordinal: chunk.ordinal,
          text: chunk.text,
          heading_path: JSON.stringify(chunk.headingPath),
          page: chunk.page,
          span_start: chunk.span.start,
          span_end: chunk.span.end,
          tokens: chunk.tokens,
          context: chunk.context,
        })
        .returning('row')
        .executeTakeFirstOrThrow();
      rows.push({ row, text: chunk.text });
      indexed.push({ chunkRow: row, itemRow, ...tokens[position]! });
      const vector = request.vectors?.[position];
      if (vector && request.embedderId !== null) {
        await transaction
          .insertInto('chunk_vectors')
          .values({
            chunk_row: row,
            item_row: itemRow,
            embedder_id: request.embedderId,
            vector: vectorBytes(vector),
          })
          .execute();
      }
    }
    await this.#index.addChunks(transaction, indexed);
    await this.#index.putItemName(transaction, itemRow, nameTokens(item.title, item.name, item.language));
    await this.#links.addMentions(transaction, rows);
    await this.#links.setNames(transaction, {
      row: itemRow,
      title: item.title,
      name: item.name,
      externalId: item.externalId,
    });
  }

  async #removeChunks(transaction: Transaction<Database>, itemRow: number): Promise<void> {
    const rows = await transaction
      .selectFrom('chunks')
      .select('row')
      .where('item_row', '=', itemRow)
      .execute();
    await this.#index.removeChunks(
      transaction,
      rows.map((row) => row.row),
    );
    // Said here and not left to the foreign key: the side index hears of it on every database.
    for (const { row } of rows)
      await transaction.deleteFrom('chunk_vectors').where('chunk_row', '=', row).execute();
    await transaction.deleteFrom('chunks').where('item_row', '=', itemRow).execute();
  }

  async #reindexHeadings(
    transaction: Transaction<Database>,
    itemRow: number,
    title: string,
    language: string | null,
  ): Promise<void> {
    const chunks = await transaction
      .selectFrom('chunks')
      .select(['row', 'text', 'heading_path', 'context'])
      .where('item_row', '=', itemRow)
      .execute();
    await this.#index.removeChunks(
      transaction,
      chunks.map((chunk) => chunk.row),
    );
    await this.#index.addChunks(
      transaction,
      chunks.map((chunk) => ({
        chunkRow: chunk.row,
        itemRow,
        ...chunkTokens({
          title,
          language,
          headingPath: JSON.parse(chunk.heading_path) as string[],
          text: chunk.text,
          context: chunk.context,
        }),
      })),
    );
  }
}

function toState(row: {
  id: string;
  external_id: string | null;
  name: string;
  title: string;
  content_hash: string;
  pipeline: string;
}): StoredItemState {
  return {
    itemId: row.id,
    externalId: row.external_id,
    name: row.name,
    title: row.title,
    contentHash: row.content_hash,
    pipeline: row.pipeline,
  };
}
