import type { PutItemRequest } from '@ibid/retrieval/internal';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.js';
import { chunkTokens, nameTokens } from './chunk-tokens.js';
import type { ChunkTokens } from './chunk-tokens.js';
import { writeMetadata } from './item-parts.js';
import type { LinkKeeper } from './link-keeper.js';
import type { IndexedChunk, SearchIndex } from './search-index.js';
import { vectorBytes } from './vector-bytes.js';

/**
 * Writes and removes everything that belongs to an item's row, in the writer's transaction: text, chunks, vectors,
 * index entries and links.
 */
export class ItemContent {
  readonly #index: SearchIndex;
  readonly #links: LinkKeeper;

  constructor(options: { index: SearchIndex; links: LinkKeeper }) {
    this.#index = options.index;
    this.#links = options.links;
  }

  async write(
    transaction: Transaction<Database>,
    written: { itemRow: number; request: PutItemRequest; tokens: readonly ChunkTokens[] },
  ): Promise<void> {
    const { itemRow, request, tokens } = written;
    const { item } = request;
    await transaction.deleteFrom('item_texts').where('item_row', '=', itemRow).execute();
    await transaction.insertInto('item_texts').values({ item_row: itemRow, text: request.text }).execute();
    await transaction.deleteFrom('item_table_parts').where('item_row', '=', itemRow).execute();
    for (const [place, { table, rows, packed }] of (request.tableParts ?? []).entries())
      await transaction
        .insertInto('item_table_parts')
        .values({ item_row: itemRow, place, table_number: table, row_count: rows, packed })
        .execute();
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
          ocr: chunk.ocr ? JSON.stringify(chunk.ocr) : null,
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

  async removeChunks(transaction: Transaction<Database>, itemRow: number): Promise<void> {
    const rows = await transaction
      .selectFrom('chunks')
      .select('row')
      .where('item_row', '=', itemRow)
      .execute();
    await this.#index.removeChunks(
      transaction,
      rows.map((row) => row.row),
    );
    // Deleted here, not by the foreign key, so the side index is notified on every database.
    for (const { row } of rows)
      await transaction.deleteFrom('chunk_vectors').where('chunk_row', '=', row).execute();
    await transaction.deleteFrom('chunks').where('item_row', '=', itemRow).execute();
  }

  async reindexHeadings(
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
