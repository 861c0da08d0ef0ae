import type { Embedder, QueryTerm } from '@ibid/retrieval/internal';
import { CompiledQuery, sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Database } from '../../database/schema.js';
import { itemScope } from '../item-scope.js';
import type { ItemScope } from '../item-scope.js';
import type { FindRequest, Found, IndexedChunk, SearchIndex } from '../search-index.js';
import { correctTerms, type IndexedWord } from '../spelling/correct-terms.js';
import { AllowedSlotsCache } from './allowed-slots.js';
import { encodeWords } from './block-codec.js';
import { BLOCK_CHUNKS, writeBlock, writeMissingCodes } from './block-writer.js';
import { compactBlocks } from './compact-blocks.js';
import { mergeWordLists } from './merge-word-lists.js';
import { packRest } from './pack-rest.js';
import { rankCandidates } from './rank-candidates.js';
import { RankingMemory } from './ranking-memory.js';
import { VisibleItems } from './visible-items.js';
import { WordLookup } from './word-lookup.js';
import type { TermPostings } from './word-scores.js';
import { wordWeights } from './word-weights.js';

/** FTS5 for boolean queries, and blocks in memory for ranking. The tables are authoritative for both. */
export class SqliteSearchIndex implements SearchIndex {
  readonly #db: Kysely<Database>;
  readonly #embedder: () => Promise<Embedder | null>;
  readonly #memory: RankingMemory;
  readonly #visible: VisibleItems;
  readonly #allowed = new AllowedSlotsCache();
  readonly #blockChunks: number;
  #changedSinceBlock = Number.POSITIVE_INFINITY;
  /** Whether chunks written by this process may be pending. */
  #hasAdded = false;

  constructor(options: {
    db: Kysely<Database>;
    embedder: () => Promise<Embedder | null>;
    /** Pending chunks before they become a block; tests use few. */
    blockChunks?: number;
  }) {
    this.#db = options.db;
    this.#embedder = options.embedder;
    this.#blockChunks = options.blockChunks ?? BLOCK_CHUNKS;
    this.#memory = new RankingMemory(options);
    this.#visible = new VisibleItems(options);
  }

  async find(request: FindRequest): Promise<Found> {
    for (;;) {
      const stamp = await this.#memory.refresh({ vectors: request.vector !== null });
      const { layout } = this.#memory;
      const visible = await this.#visible.of(request.scope, stamp);
      const seen = await this.#visible.of({ viewer: request.scope.viewer }, stamp);
      const { slots, codes } = this.#memory;
      const counted = this.#allowed.of({ slots, codes, visible: seen });
      const allowed = this.#allowed.of({ slots, codes, visible });
      const read = (words: readonly string[]) => this.#memory.postings(words);
      const lookup = new WordLookup({ read, counted, allowed, size: slots.count });
      const terms = await this.#postingsOfWritten(request.terms, lookup);
      // No awaits until the result. If chunks or their slots have changed meanwhile, start again.
      if (!terms || this.#memory.isMoving || this.#memory.layout !== layout) continue;
      if (this.#memory.codes !== codes || !allowed.isCurrent(slots, codes)) continue;
      const { limit, besideMeaning } = request;
      const isComparable = request.vector?.embedderId === this.#memory.embedderId;
      const vector = isComparable ? request.vector : null;
      const found = rankCandidates({
        slots,
        codes,
        terms,
        vector: vector?.values ?? null,
        allowed,
        counted,
        limit,
        besideMeaning,
      });
      return { terms: terms.map(({ term }) => term), ...found };
    }
  }

  write<T>(work: (transaction: Transaction<Database>) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(work);
  }

  async warm(): Promise<void> {
    await this.#packRest();
    await this.#memory.refresh({ vectors: (await this.#embedder()) !== null });
  }

  /** Replaces mistyped words with likely corrections from the words that the viewer may see. */
  async #postingsOfWritten(terms: readonly QueryTerm[], lookup: WordLookup): Promise<TermPostings[] | null> {
    const found = await postingsOf(terms, lookup);
    if (!found) return null;
    const { words } = this.#memory;
    let isBehind = false;
    const usesOf = async (candidates: readonly string[]): Promise<IndexedWord[]> => {
      const postings = await lookup.of(candidates);
      isBehind ||= postings === null;
      return (postings ?? []).flatMap(({ chunks }, index) =>
        chunks > 0 ? { word: candidates[index]!, uses: chunks } : [],
      );
    };
    const corrected = await correctTerms(terms, {
      isKnown: (word) =>
        found.some(({ term, variants }) => (variants[term.variants.indexOf(word)]?.chunks ?? 0) > 0),
      among: async (asked) => usesOf(await words.among(asked)),
      beginningWith: async (asked, passes) => usesOf((await words.beginningWith(asked)).filter(passes)),
    });
    if (isBehind) return null;
    return corrected === terms ? found : postingsOf(corrected, lookup);
  }

  chunksWith(terms: readonly QueryTerm[]): RawBuilder<number> {
    const match = terms.map((term) => `(${term.variants.map(quoted).join(' OR ')})`).join(' AND ');
    return sql<number>`(select rowid from chunk_words where chunk_words match ${match})`;
  }

  async itemsNamed(request: {
    tokens: readonly string[];
    scope: ItemScope;
    limit: number;
  }): Promise<number[]> {
    if (request.tokens.length === 0) return [];
    // Ordered by how many tokens match, not by their rarity, which would reveal names that the viewer may not see.
    const each = [...new Set(request.tokens)].map(
      (token) =>
        sql`select rowid as item_row from item_name_index where item_name_index match ${quoted(token)}`,
    );
    const { rows } = await sql<{ row: number }>`
      select items.row from (${sql.join(each, sql` union all `)}) as named join items on items.row = named.item_row
      where ${itemScope(request.scope, 'sqlite')} group by items.row
      order by count(*) desc, length(items.name_key), items.row limit ${request.limit}`.execute(this.#db);
    return rows.map((row) => row.row);
  }

  async addChunks(transaction: Transaction<Database>, chunks: readonly IndexedChunk[]): Promise<void> {
    for (const chunk of chunks) {
      const { weights, length } = wordWeights(chunk);
      await run(transaction, 'insert into chunk_words (rowid, body) values (?, ?)', [
        chunk.chunkRow,
        [...new Set(chunk.body)].join(' '),
      ]);
      await run(
        transaction,
        'insert into search_pending (chunk_row, item_row, length, words) values (?, ?, ?, ?)',
        [chunk.chunkRow, chunk.itemRow, length, encodeWords(weights)],
      );
    }
    this.#changedSinceBlock += chunks.length;
    this.#hasAdded = true;
  }

  async removeChunks(transaction: Transaction<Database>, chunkRows: readonly number[]): Promise<void> {
    for (const row of chunkRows) {
      await run(transaction, 'delete from chunk_words where rowid = ?', [row]);
      // Notify every process, even if the chunk was still pending.
      await run(
        transaction,
        `insert into search_removed (chunk_row, last_entry)
         values (?, coalesce((select seq from sqlite_sequence where name = 'search_pending'), 0))`,
        [row],
      );
      await run(transaction, 'delete from search_pending where chunk_row = ?', [row]);
    }
    this.#changedSinceBlock += chunkRows.length;
  }

  async putItemName(
    transaction: Transaction<Database>,
    itemRow: number,
    tokens: readonly string[],
  ): Promise<void> {
    await run(transaction, 'insert or replace into item_name_index (rowid, name) values (?, ?)', [
      itemRow,
      tokens.join(' '),
    ]);
  }

  async removeItemName(transaction: Transaction<Database>, itemRow: number): Promise<void> {
    await run(transaction, 'delete from item_name_index where rowid = ?', [itemRow]);
  }

  async addVectors(transaction: Transaction<Database>, chunkRows: readonly number[]): Promise<void> {
    if (chunkRows.length === 0) return;
    // Blocks packed without them are packed again. Until then, their vectors are read one by one.
    const { rows } = await transaction.executeQuery<{ n: number }>(
      CompiledQuery.raw('select count(*) as n from search_codes', []),
    );
    if ((rows[0]?.n ?? 0) > 0) await run(transaction, 'delete from search_codes', []);
  }

  async settleVectors(): Promise<void> {
    const embedder = await this.#embedder();
    if (embedder) await writeMissingCodes({ db: this.#db, embedder });
  }

  async settle(): Promise<void> {
    if (this.#changedSinceBlock < this.#blockChunks / 4) return;
    this.#changedSinceBlock = 0;
    const embedder = await this.#embedder();
    await writeBlock({ db: this.#db, embedder, atLeast: this.#blockChunks });
    await compactBlocks({ db: this.#db, embedder, atLeast: this.#blockChunks });
  }

  async hasRemoved(): Promise<boolean> {
    const { rows } = await sql`select 1 from search_removed limit 1`.execute(this.#db);
    return rows.length > 0;
  }

  async forgetRemoved(): Promise<boolean> {
    if (!(await this.hasRemoved())) return false;
    const embedder = await this.#embedder();
    await compactBlocks({ db: this.#db, embedder, atLeast: 1, share: 0 });
    await mergeWordLists(this.#db);
    return true;
  }

  async close(): Promise<void> {
    if (this.#hasAdded) await this.#packRest();
    this.#memory.clear();
  }

  /** If another process is writing, packing is left to the next attempt. */
  async #packRest(): Promise<void> {
    const embedder = await this.#embedder();
    await packRest({ db: this.#db, embedder, blockChunks: this.#blockChunks }).catch(() => false);
  }
}

async function postingsOf(terms: readonly QueryTerm[], lookup: WordLookup): Promise<TermPostings[] | null> {
  const postings = await lookup.of(terms.flatMap(({ variants }) => variants));
  if (!postings) return null;
  let place = 0;
  return terms.map((term) => {
    const variants = postings.slice(place, place + term.variants.length);
    place += term.variants.length;
    return { term, variants };
  });
}

async function run(
  transaction: Transaction<Database>,
  statement: string,
  parameters: unknown[],
): Promise<void> {
  await transaction.executeQuery(CompiledQuery.raw(statement, parameters));
}

/** Tokens contain only letters and digits. The quotes keep words such as OR from being operators. */
function quoted(token: string): string {
  return `"${token.replaceAll('"', '')}"`;
}
