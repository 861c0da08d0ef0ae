import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { decodePostings } from './postings-codec.js';
import type { Postings } from './postings-codec.js';

/** Postings of words asked for lately are kept decoded up to about this many. */
const CACHED_POSTINGS = 4_000_000;

/** Where a block's chunks lie in memory. */
export interface LoadedBlock {
  first: number;
  entries: number;
}

interface KnownWord {
  word: string;
  /** The last block that was looked into. */
  upTo: number;
  parts: Postings[];
  size: number;
}

/** What a word counts beside its postings: of words that are nowhere, too, only so many are kept. */
const WORD_SIZE = 16;

/** Where words occur in the blocks; read when first asked for, the longest unused forgotten first. */
export class PostingsCache {
  readonly #db: Kysely<Database>;
  readonly #known = new Map<string, KnownWord>();
  #size = 0;

  constructor(options: { db: Kysely<Database> }) {
    this.#db = options.db;
  }

  /** Of each word. Null when a block is no longer the one that was loaded: its chunks have moved to other slots. */
  async of(
    words: readonly string[],
    loaded: { upTo: number; blocks: ReadonlyMap<number, LoadedBlock> },
  ): Promise<Postings[][] | null> {
    const asked = words.map((word) => this.#lately(word));
    const behind = asked.filter(({ upTo }) => upTo < loaded.upTo);
    if (behind.length > 0 && !(await this.#readOn(behind, loaded))) return null;
    return asked.map(({ parts }) => parts);
  }

  /** All in one statement, from the block on that one of them was last looked for in. */
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
    // Another search for a word may have been here meanwhile.
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
    // One that was forgotten while it was read is given to who asked, and counts no more.
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
