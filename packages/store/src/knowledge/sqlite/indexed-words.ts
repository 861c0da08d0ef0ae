import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { WordsAlike } from '../spelling/correct-terms.js';
import { textBehind } from '../spelling/text-behind.js';
import type { PendingWords } from './pending-words.js';
import type { LoadedBlock } from './postings-cache.js';
import { wordsThatPass } from './word-filter.js';

/**
 * The words that may occur anywhere, in blocks or among what is pending, those of what was removed lately too: whoever
 * asks looks up where, and keeps those of the chunks that the viewer may see.
 */
export class IndexedWords {
  readonly #db: Kysely<Database>;
  readonly #pending: PendingWords;
  readonly #blocks: ReadonlyMap<number, LoadedBlock>;
  /** Null for a block without one, as a process of the release before writes it: any word may be there. */
  readonly #filters = new WeakMap<LoadedBlock, Uint8Array | null>();

  constructor(options: {
    db: Kysely<Database>;
    pending: PendingWords;
    /** Those in memory, by number, as they come and go. */
    blocks: ReadonlyMap<number, LoadedBlock>;
  }) {
    this.#db = options.db;
    this.#pending = options.pending;
    this.#blocks = options.blocks;
  }

  /** Of these words, those that may be there; few others are among them. */
  async among(words: readonly string[]): Promise<string[]> {
    await this.#readFilters();
    const filters = this.#filled().map(([, block]) => this.#filters.get(block) ?? null);
    const known = filters.filter((filter) => filter !== null);
    if (known.length < filters.length) return [...words];
    const packed = wordsThatPass(words, known);
    return [...new Set([...packed, ...this.#pending.wordsAmong(words)])];
  }

  async beginningWith({ start, leastLetters, mostLetters }: WordsAlike): Promise<string[]> {
    const { rows } = await this.#db.executeQuery<{ word: string }>(
      CompiledQuery.raw(
        `select distinct p.word from search_blocks as b
         cross join search_postings as p on p.block = b.block and p.word >= ? and p.word < ?
           and length(p.word) between ? and ?`,
        [start, textBehind(start), leastLetters, mostLetters],
      ),
    );
    return [...new Set([...rows.map(({ word }) => word), ...this.#pending.wordsBeginningWith(start)])];
  }

  /** A block that is given further words is read anew, and its filter with it: until then the old one has all of its words. */
  async #readFilters(): Promise<void> {
    const missing = this.#filled().filter(([, block]) => !this.#filters.has(block));
    if (missing.length === 0) return;
    const { rows } = await this.#db.executeQuery<{ block: number; filter: Uint8Array }>(
      CompiledQuery.raw(
        'select block, filter from search_block_words where block in (select value from json_each(?))',
        [JSON.stringify(missing.map(([number]) => number))],
      ),
    );
    const filters = new Map(rows.map(({ block, filter }) => [block, filter]));
    for (const [number, block] of missing) this.#filters.set(block, filters.get(number) ?? null);
  }

  #filled(): [number, LoadedBlock][] {
    return [...this.#blocks].filter(([, { entries }]) => entries > 0);
  }
}
