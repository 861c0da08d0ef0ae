import { documentDate } from '@ibid/retrieval/internal';
import type { AccessRule, KnowledgeWriter, PutItemRequest, StoredItemState } from '@ibid/retrieval/internal';
import type { JsonValue } from '@ibid/core';
import type { Kysely, Transaction } from 'kysely';
import { DatabaseBusy } from '../database/database-errors.js';
import { isDatabaseUnavailable } from '../database/is-database-unavailable.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import { dropAccessRule } from './access-rules.js';
import { ItemContent } from './item-content.js';
import { nameKey } from './item-scope.js';
import { findItemState, listItemStates } from './item-states.js';
import { KnowledgeBaseNotFound } from './knowledge-base-not-found.js';
import { keepRevision } from './item-revisions.js';
import { OcrPageRepository } from './ocr-page-repository.js';
import { LinkKeeper } from './link-keeper.js';
import { indexedTokens, nameTokens } from './chunk-tokens.js';
import { itemAccess, writeMetadata } from './item-parts.js';
import type { SearchIndex } from './search-index.js';

/** The writing side. Each method is one transaction. */
export class DatabaseKnowledgeWriter implements KnowledgeWriter {
  readonly #db: Kysely<Database>;
  readonly #index: SearchIndex;
  readonly #links: LinkKeeper;
  readonly #content: ItemContent;
  readonly ocrPages: OcrPageRepository;

  constructor(options: { db: Kysely<Database>; index: SearchIndex }) {
    this.#db = options.db;
    this.#index = options.index;
    this.#links = new LinkKeeper({ index: options.index });
    this.ocrPages = new OcrPageRepository(options.db);
    this.#content = new ItemContent({ index: options.index, links: this.#links });
  }

  async putItem(request: PutItemRequest): Promise<{ itemId: string; replaced: boolean }> {
    // Analysis is the slow part and needs no lock.
    const tokens = await indexedTokens(request);
    const outcome = await this.#index.write(async (transaction) => {
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
              .select([
                'row',
                'id',
                'access_row',
                'own_access',
                'title',
                'content_hash',
                'updated_at',
                'first_chunk',
              ])
              .where('base_row', '=', base.row)
              .where('external_id', '=', item.externalId)
              .executeTakeFirst();
      const revision = existing
        ? await keepRevision(transaction, { item: existing, text: request.text })
        : { firstChunk: null };
      if (existing) await this.#content.removeChunks(transaction, existing.row);
      const accessRow = await itemAccess(transaction, item.access, base.access_row, existing);
      const now = new Date().toISOString();
      const date = item.date === undefined ? documentDate(item.metadata) : item.date;
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
        first_chunk: revision.firstChunk,
        document_date: date?.value ?? null,
        date_from: date?.from ?? null,
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
      await this.#content.write(transaction, { itemRow, request, tokens });
      return { itemId, replaced: existing !== undefined };
    });
    await this.#index.settle();
    return outcome;
  }

  findByExternalId(options: {
    knowledgeBaseId: string;
    externalId: string;
  }): Promise<StoredItemState | null> {
    return findItemState(this.#db, options);
  }

  listItemStates(options: { knowledgeBaseId: string; externalIdPrefix: string }): Promise<StoredItemState[]> {
    return listItemStates(this.#db, options);
  }

  async moveItem(options: {
    itemId: string;
    externalId: string;
    name: string;
    url: string | null;
    title?: string;
    metadata?: Record<string, JsonValue>;
  }): Promise<void> {
    await this.#index.write(async (transaction) => {
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
      if (title !== item.title) await this.#content.reindexHeadings(transaction, item.row, title, language);
    });
  }

  async removeItem(options: { itemId: string }): Promise<void> {
    await this.#index.write(async (transaction) => {
      const item = await transaction
        .selectFrom('items')
        .select('row')
        .where('id', '=', options.itemId)
        .executeTakeFirst();
      if (item) await this.removeItems(transaction, [item.row]);
    });
    await this.#index.settle();
  }

  /** Removes all data of these items in the caller's transaction, which must come from the index's `write`. */
  async removeItems(transaction: Transaction<Database>, itemRows: readonly number[]): Promise<void> {
    for (const row of itemRows) {
      await this.#content.removeChunks(transaction, row);
      await this.#links.removeNames(transaction, row);
      await this.#index.removeItemName(transaction, row);
      await transaction
        .deleteFrom('cited_chunks')
        .where('item_id', 'in', transaction.selectFrom('items').select('id').where('row', '=', row))
        .execute();
      const gone = await transaction
        .deleteFrom('items')
        .where('row', '=', row)
        .returning(['access_row', 'own_access'])
        .executeTakeFirst();
      if (gone?.own_access) await dropAccessRule(transaction, gone.access_row);
    }
  }

  /** True if the database is shutting down, restarting, unreachable, or locked by another process for long. */
  isAway(error: unknown): boolean {
    return error instanceof DatabaseBusy || isDatabaseUnavailable(error);
  }

  /** Null restores the knowledge base's rule. */
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
}
