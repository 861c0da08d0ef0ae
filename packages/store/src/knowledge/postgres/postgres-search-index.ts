import type { QueryTerm } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { Mutex } from '../../database/mutex.js';
import type { Database } from '../../database/schema.js';
import type { ItemScope } from '../item-scope.js';
import type { FindRequest, Found, IndexedChunk, SearchIndex } from '../search-index.js';
import { wordWeights } from '../sqlite/word-weights.js';
import { Bm25Use } from './bm25-use.js';
import { findCandidates } from './find-candidates.js';
import { findNamedItems } from './find-named-items.js';
import { lexemeOf, toLexemes, toTermQuery } from './lexemes.js';
import { SimilaritySample } from './similarity-sample.js';
import { foldTermStatistics, hasTakenTerms } from './term-statistics.js';
import { copyVectors } from './vector-rows.js';
import { takeWriteLock } from './write-lock.js';

/** Words as tsvector and vectors as pgvector, in separate tables. Keeps nothing in memory but a sample. */
export class PostgresSearchIndex implements SearchIndex {
  readonly #db: Kysely<Database>;
  readonly #sample: SimilaritySample;
  readonly #extension: Bm25Use;
  readonly #writing = new Mutex();

  constructor(options: { db: Kysely<Database> }) {
    this.#db = options.db;
    this.#sample = new SimilaritySample(options);
    this.#extension = new Bm25Use(options);
  }

  /**
   * Serialises writers to knowledge bases, as in SQLite, because detecting links looks at all other items. One writer
   * of this process waits for other processes. The rest wait for it without using a connection, of which there are few.
   */
  async write<T>(work: (transaction: Transaction<Database>) => Promise<T>): Promise<T> {
    await this.#writing.lock();
    try {
      return await this.#db.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = '10min'`.execute(transaction);
        await takeWriteLock(transaction);
        return work(transaction);
      });
    } finally {
      this.#writing.unlock();
    }
  }

  async find(request: FindRequest): Promise<Found> {
    return findCandidates({
      db: this.#db,
      sample: this.#sample,
      extension: this.#extension,
      request,
    });
  }

  chunksWith(terms: readonly QueryTerm[]): RawBuilder<number> {
    const match = terms.map((term) => toTermQuery(term, 'A')).join(' & ');
    return sql<number>`(select chunk_row from all_search_words where words @@ ${match}::tsquery)`;
  }

  itemsNamed(request: { tokens: readonly string[]; scope: ItemScope; limit: number }): Promise<number[]> {
    return findNamedItems({ db: this.#db, ...request });
  }

  async addChunks(transaction: Transaction<Database>, chunks: readonly IndexedChunk[]): Promise<void> {
    if (chunks.length === 0) return;
    const entries = chunks.map((chunk) => {
      const { weights, length } = wordWeights({
        heading: chunk.heading.map(lexemeOf),
        body: chunk.body.map(lexemeOf),
      });
      return { ...chunk, weights, length, inText: new Set(chunk.body.map(lexemeOf)) };
    });
    const rows = entries.map((entry) => entry.chunkRow);
    await sql`insert into all_search_words (chunk_row, item_row, base_row, length, words)
      select t.chunk_row, t.item_row, items.base_row, t.length, t.words::tsvector
      from unnest(${rows}::bigint[], ${entries.map((entry) => entry.itemRow)}::bigint[],
        ${entries.map((entry) => entry.length)}::integer[],
        ${entries.map((entry) => toLexemes(entry.weights, entry.inText))}::text[])
        as t (chunk_row, item_row, length, words)
      join items on items.row = t.item_row`.execute(transaction);
    await copyVectors(transaction, rows);
  }

  async removeChunks(transaction: Transaction<Database>, chunkRows: readonly number[]): Promise<void> {
    if (chunkRows.length === 0) return;
    for (const table of ['all_search_words', 'all_search_vectors'])
      await sql`delete from ${sql.table(table)} where chunk_row = any(${chunkRows}::bigint[])`.execute(
        transaction,
      );
  }

  async putItemName(
    transaction: Transaction<Database>,
    itemRow: number,
    tokens: readonly string[],
  ): Promise<void> {
    const words = toLexemes(wordWeights({ heading: [], body: tokens.map(lexemeOf) }).weights, new Set());
    await sql`insert into search_item_names (item_row, words) values (${itemRow}, ${words}::tsvector)
      on conflict (item_row) do update set words = excluded.words`.execute(transaction);
  }

  async removeItemName(transaction: Transaction<Database>, itemRow: number): Promise<void> {
    await sql`delete from search_item_names where item_row = ${itemRow}`.execute(transaction);
  }

  async addVectors(transaction: Transaction<Database>, chunkRows: readonly number[]): Promise<void> {
    await copyVectors(transaction, chunkRows);
  }

  async settleVectors(): Promise<void> {}

  async settle(): Promise<void> {
    await foldTermStatistics(this.#db);
  }

  hasRemoved(): Promise<boolean> {
    return hasTakenTerms(this.#db);
  }

  /** Only the term statistics need work. The other words are in deleted rows, whose space PostgreSQL reuses. */
  forgetRemoved(): Promise<boolean> {
    return foldTermStatistics(this.#db, 0);
  }

  async close(): Promise<void> {}
}
