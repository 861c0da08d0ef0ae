import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { decodePostings } from './postings-codec.js';
import type { Postings } from './postings-codec.js';

/** Keep about this many postings of recent words decoded. */
const CACHED_POSTINGS = 4_000_000;

/** Where a block's chunks are in memory. */
export interface LoadedBlock {
  first: number;
  entries: number;
}

interface KnownWord {
  word: string;
  /** The last block that was searched for the word. */
  upTo: number;
  parts: Postings[];
  size: number;
}

/** Size of a word besides its postings. It also limits how many words without postings are kept. */
const WORD_SIZE = 16;

/** Where words occur in the blocks, read on demand. Evicts the least recently used first. */
export class PostingsCache {
  readonly #db: Kysely<Database>;
  readonly #known = new Map<string, KnownWord>();
  #size = 0;

  constructor(options: { db: Kysely<Database> }) {
    this.#db = options.db;
  }

  /**
   * The postings of each word. Null if a block was replaced since it was loaded: its chunks have moved to other slots.
   */
  async of(
    words: readonly string[],
    loaded: { upTo: number; blocks: ReadonlyMap<number, LoadedBlock> },
  ): Promise<Postings[][] | null> {
    const asked = words.map((word) => this.#lately(word));
    const behind = asked.filter(({ upTo }) => upTo < loaded.upTo);
    if (behind.length > 0 && !(await this.#readOn(behind, loaded))) return null;
    return asked.map(({ parts }) => parts);
  }

  /** Reads all words in one statement, starting after the earliest block where one of them was last looked up. */
  async #readOn(
    words: readonly KnownWord[],
    loaded: { upTo: number; blocks: ReadonlyMap<number, LoadedBlock> },
  ): Promise<boolean> {
    const { rows } = await this.#db.executeQuery<{
      word: string;
      block: number;
      entries: number;
      postings: Uint8Array;
    }>(
      CompiledQuery.raw(
        `select p.word, b.block, b.entries, p.postings from search_blocks as b
         cross join search_postings as p on p.block = b.block and p.word in (select value from json_each(?))
         where b.block > ? and b.block <= ? order by b.block`,
        [
          JSON.stringify(words.map(({ word }) => word)),
          words.reduce((least, { upTo }) => Math.min(least, upTo), loaded.upTo),
          loaded.upTo,
        ],
      ),
    );
    if (rows.some((row) => loaded.blocks.get(row.block)?.entries !== row.entries)) return false;
    // Another search may have read a word meanwhile.
    const behind = new Map(
      words.filter(({ upTo }) => upTo < loaded.upTo).map((known) => [known.word, known]),
    );
    for (const row of rows) {
      const known = behind.get(row.word);
      if (!known || row.block <= known.upTo) continue;
      const part = decodePostings(row.postings, loaded.blocks.get(row.block)!.first);
      known.parts.push(part);
      this.#grow(known, part.slots.length);
    }
    for (const known of behind.values()) known.upTo = loaded.upTo;
    this.#forget();
    return true;
  }

  #lately(word: string): KnownWord {
    const known = this.#known.get(word) ?? { word, upTo: 0, parts: [], size: 0 };
    this.#known.delete(word);
    this.#known.set(word, known);
    if (known.size === 0) this.#grow(known, WORD_SIZE);
    return known;
  }

  clear(): void {
    this.#known.clear();
    this.#size = 0;
  }

  #grow(known: KnownWord, size: number): void {
    // A word evicted during the read is still returned to the caller, but no longer counted.
    if (this.#known.get(known.word) !== known) return;
    known.size += size;
    this.#size += size;
  }

  #forget(): void {
    for (const [word, known] of this.#known) {
      if (this.#size <= CACHED_POSTINGS) return;
      this.#known.delete(word);
      this.#size -= known.size;
    }
  }
}
