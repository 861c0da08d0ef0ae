import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { WordsAlike } from '../spelling/correct-terms.js';
import { textBehind } from '../spelling/text-behind.js';
import type { PendingWords } from './pending-words.js';
import type { LoadedBlock } from './postings-cache.js';
import { wordsThatPass } from './word-filter.js';

/**
 * The words that may occur anywhere, in blocks or in pending chunks, including recently removed ones. The caller looks
 * up their postings and keeps those in chunks that the viewer may see.
 */
export class IndexedWords {
  readonly #db: Kysely<Database>;
  readonly #pending: PendingWords;
  readonly #blocks: ReadonlyMap<number, LoadedBlock>;
  /** Null for a block without a filter, written by a process of the previous release: it may contain any word. */
  readonly #filters = new WeakMap<LoadedBlock, Uint8Array | null>();

  constructor(options: {
    db: Kysely<Database>;
    pending: PendingWords;
    /** The blocks in memory, by number; the map changes over time. */
    blocks: ReadonlyMap<number, LoadedBlock>;
  }) {
    this.#db = options.db;
    this.#pending = options.pending;
    this.#blocks = options.blocks;
  }

  /** The given words that may occur, with few false positives. */
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

  /**
   * A block that gets more words is loaded again, with its filter. Until then, the old filter covers all words of the
   * loaded block.
   */
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
