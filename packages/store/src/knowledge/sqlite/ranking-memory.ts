import type { Embedder } from '@ibid/retrieval';
import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import { giveWay } from '../../database/give-way.js';
import type { Database } from '../../database/schema.js';
import { decodeDirectory, eachWord } from './block-codec.js';
import { changeStamp } from './change-stamp.js';
import { IndexedWords } from './indexed-words.js';
import { PendingWords } from './pending-words.js';
import { PostingsCache } from './postings-cache.js';
import type { LoadedBlock } from './postings-cache.js';
import type { Postings } from './postings-codec.js';
import { NOTHING_SEEN, rankingState } from './ranking-state.js';
import type { RankingState } from './ranking-state.js';
import { SlotTable } from './slot-table.js';
import { VectorCodes } from './vector-codes.js';

/** Chunks read at once, before other work gets a turn. */
const PENDING_AT_ONCE = 256;

/**
 * The data for ranking in memory, kept in sync with the database: `refresh` reads only what any process has written
 * since the last time. Nothing here is the only copy.
 */
export class RankingMemory {
  readonly slots = new SlotTable();
  codes: VectorCodes | null = null;
  readonly #db: Kysely<Database>;
  readonly #embedder: () => Promise<Embedder | null>;
  /** The embedder of the codes. */
  embedderId: string | null = null;
  #seen: RankingState = { ...NOTHING_SEEN };
  /** By block number. */
  readonly #blocks = new Map<number, LoadedBlock>();
  /** Changes when chunks change their slots. Data from different layouts must not be mixed. */
  layout = 0;
  /** True between the old layout and the new one, while neither is complete. */
  isMoving = false;
  #blockSlots = 0;
  #blockEntry = 0;
  readonly #pending = new PendingWords();
  readonly words: IndexedWords;
  readonly #postings: PostingsCache;
  #refreshing: Promise<unknown> | null = null;
  /** The database's change stamp before the last read. */
  #stamp = '';

  constructor(options: { db: Kysely<Database>; embedder: () => Promise<Embedder | null> }) {
    this.#db = options.db;
    this.#embedder = options.embedder;
    this.#postings = new PostingsCache(options);
    this.words = new IndexedWords({ ...options, pending: this.#pending, blocks: this.#blocks });
  }

  /**
   * Calls during a refresh share the next one, so callers see their own writes. Returns a change stamp of the database;
   * this memory is at least that new.
   */
  async refresh(options: { vectors: boolean }): Promise<string> {
    const previous = this.#refreshing;
    const mine = (previous ?? Promise.resolve()).then(() => this.#refreshIfChanged(options.vectors));
    const settled = mine.catch(() => {});
    this.#refreshing = settled;
    try {
      return await mine;
    } finally {
      if (this.#refreshing === settled) this.#refreshing = null;
    }
  }

  /** The occurrences of each word, per block and among pending chunks; null if a refresh is needed first. */
  async postings(words: readonly string[]): Promise<Postings[][] | null> {
    const packed = await this.#postings.of(words, { upTo: this.#seen.block, blocks: this.#blocks });
    if (!packed) return null;
    return packed.map((parts, index) => {
      const pending = this.#pending.of(words[index]!);
      return pending ? [...parts, pending] : parts;
    });
  }

  clear(): void {
    this.slots.truncate(0);
    this.#pending.clear();
    this.#postings.clear();
    this.#blocks.clear();
    this.codes = null;
    this.#seen = { ...NOTHING_SEEN };
    this.#blockSlots = 0;
    this.#blockEntry = 0;
    this.#stamp = '';
    this.layout += 1;
  }

  async #refreshIfChanged(vectors: boolean): Promise<string> {
    const stamp = await changeStamp(this.#db);
    // The embedder was changed; its vectors differ.
    if (vectors && this.codes && (await this.#embedder())?.id !== this.embedderId) this.codes = null;
    if (stamp !== this.#stamp || (vectors && !this.codes)) {
      await this.#refresh(vectors);
      this.#stamp = stamp;
    }
    return stamp;
  }

  async #refresh(vectors: boolean): Promise<void> {
    if (vectors && !this.codes) await this.#openCodes();
    // Pending chunks may become a block between two reads. Repeat then, so none is missed.
    for (let state = await this.#state(); ;) {
      let changed = false;
      if (state.packed !== this.#blockSlots) {
        const withVectors = this.codes !== null;
        this.clear();
        if (withVectors) await this.#openCodes();
        state = await this.#state();
      }
      if (state.block !== this.#seen.block) {
        await this.#loadBlocks();
        changed = true;
      }
      if (state.entry > this.#seen.entry) {
        await this.#loadPending();
        changed = true;
      }
      if (state.removed !== this.#seen.removed) await this.#loadRemoved();
      if (this.codes && state.vector > this.#seen.vector) await this.#loadVectors();
      if (!changed) return;
      state = await this.#state();
    }
  }

  #state(): Promise<RankingState> {
    return rankingState(this.#db, this.#seen);
  }

  async #openCodes(): Promise<void> {
    const embedder = await this.#embedder();
    if (!embedder) return;
    this.embedderId = embedder.id;
    // Later vectors are read one by one; earlier ones come with their blocks and pending chunks.
    this.#seen.vector = (await this.#state()).vector;
    this.codes = new VectorCodes(embedder.dimensions);
    this.codes.reserve(this.slots.count);
    await this.#loadCodes([...this.#blocks.keys()]);
    for (let slot = this.#blockSlots; slot < this.slots.count; slot += PENDING_AT_ONCE) {
      const last = Math.min(slot + PENDING_AT_ONCE, this.slots.count) - 1;
      await this.#loadPendingVectors(this.slots.entries[slot]!, this.slots.entries[last]!);
      await giveWay();
    }
  }

  async #loadBlocks(): Promise<void> {
    this.isMoving = true;
    try {
      await this.#moveIntoBlocks();
    } finally {
      this.isMoving = false;
    }
  }

  async #moveIntoBlocks(): Promise<void> {
    const rows = await this.#all<{
      block: number;
      entries: number;
      last_entry: number;
      directory: Uint8Array;
    }>('select block, entries, last_entry, directory from search_blocks where block > ? order by block', [
      this.#seen.block,
    ]);
    // Some or all pending chunks have moved into blocks.
    this.layout += 1;
    this.slots.truncate(this.#blockSlots);
    this.#pending.clear();
    this.codes?.clear(this.#blockSlots);
    for (const row of rows) {
      const directory = decodeDirectory(row.directory, row.entries);
      this.#blocks.set(row.block, { first: this.slots.count, entries: row.entries });
      this.slots.addBlock(directory);
      this.#blockSlots = this.slots.count;
      this.#blockEntry = row.last_entry;
      this.#seen.block = row.block;
      await giveWay();
    }
    this.codes?.reserve(this.slots.count);
    await this.#loadCodes(rows.map((row) => row.block));
    this.#seen.entry = this.#blockEntry;
    this.#seen.removed = 0;
    await this.#loadPending();
  }

  async #loadCodes(blocks: readonly number[]): Promise<void> {
    if (!this.codes) return;
    for (const block of blocks) {
      const [row] = await this.#all<{ codes: Uint8Array; entries: number }>(
        `select c.codes, b.entries from search_codes as c join search_blocks as b on b.block = c.block
         where c.block = ? and c.embedder_id = ?`,
        [block, this.embedderId],
      );
      const known = this.#blocks.get(block);
      if (!known) continue;
      // A block rewritten meanwhile shows at the next look at the state and is read again then.
      if (row?.entries === known.entries) this.codes.unpack(known.first, row.entries, row.codes);
      else if (known.entries > 0) await this.#loadBlockVectors(known);
      await giveWay();
    }
  }

  /** The slow path, for a block packed before it had vectors of this embedder. */
  async #loadBlockVectors({ first, entries }: LoadedBlock): Promise<void> {
    const rows = this.slots.rows.subarray(first, first + entries);
    const found = await this.#all<{ chunk_row: number; vector: Uint8Array }>(
      'select chunk_row, vector from chunk_vectors where chunk_row between ? and ? and embedder_id = ?',
      [Math.min(...rows), Math.max(...rows), this.embedderId],
    );
    for (const row of found) this.#setVector(row);
  }

  async #loadPending(): Promise<void> {
    for (;;) {
      const rows = await this.#all<{
        entry: number;
        chunk_row: number;
        item_row: number;
        length: number;
        words: string;
      }>(
        `select entry, chunk_row, item_row, length, words from search_pending where entry > ?
         order by entry limit ${PENDING_AT_ONCE}`,
        [this.#seen.entry],
      );
      const [first] = rows;
      if (!first) return;
      this.codes?.reserve(this.slots.count + rows.length);
      this.codes?.clear(this.slots.count);
      for (const row of rows) {
        const { entry, chunk_row, item_row, length } = row;
        const slot = this.slots.add({ entry, row: chunk_row, item: item_row, length });
        eachWord(row.words, (word, weight) => this.#pending.add(slot, word, weight));
        this.#seen.entry = entry;
      }
      if (this.codes) await this.#loadPendingVectors(first.entry, this.#seen.entry);
      await giveWay();
    }
  }

  /** Vectors of pending chunks, regardless of their sequence number. */
  async #loadPendingVectors(from: number, to: number): Promise<void> {
    const rows = await this.#all<{ chunk_row: number; vector: Uint8Array }>(
      `select v.chunk_row, v.vector from search_pending as p join chunk_vectors as v on v.chunk_row = p.chunk_row
       where p.entry between ? and ? and v.embedder_id = ?`,
      [from, to, this.embedderId],
    );
    for (const row of rows) this.#setVector(row);
  }

  async #loadVectors(): Promise<void> {
    const rows = await this.#all<{ sequence: number; chunk_row: number }>(
      'select sequence, chunk_row from chunk_vectors where sequence > ? and embedder_id = ? order by sequence',
      [this.#seen.vector, this.embedderId],
    );
    for (const row of rows) {
      const slot = this.slots.find(row.chunk_row);
      if (slot >= 0 && !this.codes!.has(slot)) {
        const [found] = await this.#all<{ chunk_row: number; vector: Uint8Array }>(
          'select chunk_row, vector from chunk_vectors where sequence = ?',
          [row.sequence],
        );
        if (found) this.#setVector(found);
      }
      this.#seen.vector = row.sequence;
    }
  }

  #setVector(row: { chunk_row: number; vector: Uint8Array }): void {
    const slot = this.slots.find(row.chunk_row);
    const bytes = new Uint8Array(row.vector);
    if (slot >= 0 && bytes.length === this.codes!.shape.dimensions * 4)
      this.codes!.set(slot, new Float32Array(bytes.buffer));
  }

  async #loadRemoved(): Promise<void> {
    const rows = await this.#all<{ sequence: number; chunk_row: number; last_entry: number }>(
      'select sequence, chunk_row, last_entry from search_removed where sequence > ? order by sequence',
      [this.#seen.removed],
    );
    const limits = new Map<number, number>();
    for (const row of rows) {
      limits.set(row.chunk_row, row.last_entry);
      this.#seen.removed = row.sequence;
    }
    if (limits.size === 0) return;
    for (let slot = 0; slot < this.slots.count; slot += 1) {
      const limit = limits.get(this.slots.rows[slot]!);
      if (limit !== undefined && this.slots.entries[slot]! <= limit) this.slots.kill(slot);
    }
  }

  async #all<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    const { rows } = await this.#db.executeQuery<Row>(CompiledQuery.raw(sql, parameters));
    return rows;
  }
}
