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
  /** The last block that was looked into. */
  upTo: number;
  parts: Postings[];
  size: number;
}

/** Where words occur in the blocks; read when first asked for, the longest unused forgotten first. */
export class PostingsCache {
  readonly #db: Kysely<Database>;
  readonly #known = new Map<string, KnownWord>();
  #size = 0;

  constructor(options: { db: Kysely<Database> }) {
    this.#db = options.db;
  }

  /** Null when a block is no longer the one that was loaded: its chunks have moved to other slots. */
  async of(
    word: string,
    loaded: { upTo: number; blocks: ReadonlyMap<number, LoadedBlock> },
  ): Promise<Postings[] | null> {
    const known = this.#known.get(word) ?? { upTo: 0, parts: [], size: 0 };
    this.#known.delete(word);
    this.#known.set(word, known);
    if (known.upTo >= loaded.upTo) return known.parts;
    const { rows } = await this.#db.executeQuery<{ block: number; entries: number; postings: Uint8Array }>(
      CompiledQuery.raw(
        `select b.block, b.entries, p.postings from search_blocks as b
         cross join search_postings as p on p.block = b.block and p.word = ?
         where b.block > ? and b.block <= ?`,
        [word, known.upTo, loaded.upTo],
      ),
    );
    // Another search for the word may have been here meanwhile.
    if (known.upTo >= loaded.upTo) return known.parts;
    if (rows.some((row) => loaded.blocks.get(row.block)?.entries !== row.entries)) return null;
    for (const row of rows) {
      const part = decodePostings(row.postings, loaded.blocks.get(row.block)!.first);
      known.parts.push(part);
      known.size += part.slots.length;
      this.#size += part.slots.length;
    }
    known.upTo = loaded.upTo;
    this.#forget();
    return known.parts;
  }

  clear(): void {
    this.#known.clear();
    this.#size = 0;
  }

  #forget(): void {
    for (const [word, known] of this.#known) {
      if (this.#size <= CACHED_POSTINGS) return;
      this.#known.delete(word);
      this.#size -= known.size;
    }
  }
}
