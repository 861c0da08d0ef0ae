import type { Embedder } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { Candidate } from '../search-index.js';

interface Entry {
  chunkRow: number;
  itemRow: number;
  vector: Float32Array;
}

/** Vectors in memory, kept in step with `chunk_vectors` by its sequence; the table is the truth. */
export class VectorIndex {
  readonly #db: Kysely<Database>;
  readonly #embedder: Promise<Embedder | null>;
  readonly #entries = new Map<number, Entry>();
  readonly #byChunk = new Map<number, number>();
  #added = 0;
  #removed = 0;

  constructor(options: { db: Kysely<Database>; embedder: Promise<Embedder | null> }) {
    this.#db = options.db;
    this.#embedder = options.embedder;
  }

  async refresh(): Promise<void> {
    const embedder = await this.#embedder;
    if (!embedder) return;
    const { rows: removed } = await sql<{ sequence: number; vector_sequence: number }>`
      select sequence, vector_sequence from removed_vectors where sequence > ${this.#removed}`.execute(
      this.#db,
    );
    for (const row of removed) {
      const entry = this.#entries.get(row.vector_sequence);
      if (entry) this.#byChunk.delete(entry.chunkRow);
      this.#entries.delete(row.vector_sequence);
      this.#removed = row.sequence;
    }
    const { rows } = await sql<{ sequence: number; chunk_row: number; item_row: number; vector: Uint8Array }>`
      select sequence, chunk_row, item_row, vector from chunk_vectors
      where sequence > ${this.#added} and embedder_id = ${embedder.id} order by sequence`.execute(this.#db);
    for (const row of rows) {
      const vector = new Float32Array(Uint8Array.from(row.vector).buffer);
      this.#entries.set(row.sequence, { chunkRow: row.chunk_row, itemRow: row.item_row, vector });
      this.#byChunk.set(row.chunk_row, row.sequence);
      this.#added = row.sequence;
    }
  }

  nearest(request: { vector: Float32Array; allowed: ReadonlySet<number>; limit: number }): Candidate[] {
    const found: Candidate[] = [];
    for (const entry of this.#entries.values()) {
      if (!request.allowed.has(entry.itemRow)) continue;
      const score = dot(request.vector, entry.vector);
      found.push({ chunkRow: entry.chunkRow, itemRow: entry.itemRow, score });
    }
    return found.sort((a, b) => b.score - a.score || a.chunkRow - b.chunkRow).slice(0, request.limit);
  }

  similarities(request: { vector: Float32Array; chunkRows: readonly number[] }): Map<number, number> {
    const scores = new Map<number, number>();
    for (const row of request.chunkRows) {
      const entry = this.#entries.get(this.#byChunk.get(row) ?? -1);
      if (entry) scores.set(row, dot(request.vector, entry.vector));
    }
    return scores;
  }

  clear(): void {
    this.#entries.clear();
    this.#byChunk.clear();
  }
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += left[index]! * right[index]!;
  return sum;
}
