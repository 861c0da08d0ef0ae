import type { Embedder, QueryTerm } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Database } from '../../database/schema.js';
import { itemScope } from '../item-scope.js';
import type { ItemScope } from '../item-scope.js';
import type { Candidate, IndexedChunk, SearchIndex } from '../search-index.js';
import { VectorIndex } from './vector-index.js';

/** FTS5 over analysed tokens, and vectors held in memory beside the database. */
export class SqliteSearchIndex implements SearchIndex {
  readonly #db: Kysely<Database>;
  readonly #vectors: VectorIndex;

  constructor(options: { db: Kysely<Database>; embedder: Promise<Embedder | null> }) {
    this.#db = options.db;
    this.#vectors = new VectorIndex(options);
  }

  async keyword(request: {
    terms: readonly QueryTerm[];
    scope: ItemScope;
    limit: number;
  }): Promise<Candidate[]> {
    if (request.terms.length === 0) return [];
    const match = request.terms
      .flatMap((term) => term.variants)
      .map(quoted)
      .join(' OR ');
    const { rows } = await sql<Candidate>`
      select chunks.row as "chunkRow", chunks.item_row as "itemRow", -bm25(chunk_index, 2.0, 1.0) as score
      from chunk_index join chunks on chunks.row = chunk_index.rowid join items on items.row = chunks.item_row
      where chunk_index match ${match} and ${itemScope(request.scope, 'sqlite')}
      order by score desc, chunks.row limit ${request.limit}`.execute(this.#db);
    return rows;
  }

  async semantic(request: { vector: Float32Array; scope: ItemScope; limit: number }): Promise<Candidate[]> {
    await this.#vectors.refresh();
    const { rows } = await sql<{ row: number }>`
      select items.row from items where ${itemScope(request.scope, 'sqlite')}`.execute(this.#db);
    const allowed = new Set(rows.map((row) => row.row));
    return this.#vectors.nearest({ vector: request.vector, allowed, limit: request.limit });
  }

  async similarities(request: {
    vector: Float32Array;
    chunkRows: readonly number[];
  }): Promise<Map<number, number>> {
    await this.#vectors.refresh();
    return this.#vectors.similarities(request);
  }

  chunksWith(variants: readonly string[]): RawBuilder<number> {
    const match = `body : (${variants.map(quoted).join(' OR ')})`;
    return sql<number>`(select rowid from chunk_index where chunk_index match ${match})`;
  }

  async itemsNamed(request: {
    tokens: readonly string[];
    scope: ItemScope;
    limit: number;
  }): Promise<number[]> {
    if (request.tokens.length === 0) return [];
    const match = request.tokens.map(quoted).join(' OR ');
    const { rows } = await sql<{ row: number }>`
      select items.row from item_name_index join items on items.row = item_name_index.rowid
      where item_name_index match ${match} and ${itemScope(request.scope, 'sqlite')}
      order by bm25(item_name_index) limit ${request.limit}`.execute(this.#db);
    return rows.map((row) => row.row);
  }

  async addChunks(transaction: Transaction<Database>, chunks: readonly IndexedChunk[]): Promise<void> {
    for (const chunk of chunks) {
      await sql`insert into chunk_index (rowid, heading, body)
        values (${chunk.chunkRow}, ${chunk.heading.join(' ')}, ${chunk.body.join(' ')})`.execute(transaction);
    }
  }

  async removeChunks(transaction: Transaction<Database>, chunkRows: readonly number[]): Promise<void> {
    for (const row of chunkRows) await sql`delete from chunk_index where rowid = ${row}`.execute(transaction);
  }

  async putItemName(
    transaction: Transaction<Database>,
    itemRow: number,
    tokens: readonly string[],
  ): Promise<void> {
    await sql`insert or replace into item_name_index (rowid, name)
      values (${itemRow}, ${tokens.join(' ')})`.execute(transaction);
  }

  async removeItemName(transaction: Transaction<Database>, itemRow: number): Promise<void> {
    await sql`delete from item_name_index where rowid = ${itemRow}`.execute(transaction);
  }

  async close(): Promise<void> {
    this.#vectors.clear();
  }
}

/** Tokens hold letters and digits only; the quotes keep words such as OR from being operators. */
function quoted(token: string): string {
  return `"${token.replaceAll('"', '')}"`;
}
