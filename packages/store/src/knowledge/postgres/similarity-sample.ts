import type { Viewer } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { visibleAccess } from '../visible-access.js';

/** Chunks in the sample. */
const SAMPLE = 256;

/** The sample is drawn again when the number of chunks has changed by a tenth. */
const CHANGED_SHARE = 0.1;

const REMEMBERED = 64;

/**
 * The typical similarity of any text to a query, from a sample of vectors spread over the searched chunks that the
 * viewer may see.
 */
export class SimilaritySample {
  readonly #db: Kysely<Database>;
  readonly #known = new Map<string, { chunks: number; vectors: Float32Array[] }>();

  constructor(options: { db: Kysely<Database> }) {
    this.#db = options.db;
  }

  async spread(options: {
    vector: Float32Array;
    embedderId: string;
    /** Chunks that the viewer may see. */
    chunks: number;
    viewer: Viewer;
    knowledgeBaseIds: readonly string[] | undefined;
  }): Promise<{ mean: number; deviation: number }> {
    const vectors = await this.#vectors(options);
    if (vectors.length === 0) return { mean: 0, deviation: 0 };
    const values = vectors.map((other) => cosine(options.vector, other));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return { mean, deviation: Math.sqrt(square) };
  }

  async #vectors(options: {
    embedderId: string;
    chunks: number;
    viewer: Viewer;
    knowledgeBaseIds: readonly string[] | undefined;
  }): Promise<Float32Array[]> {
    const { embedderId, chunks, viewer, knowledgeBaseIds } = options;
    // Keyed by access rules: viewers with equal access share a sample, and a revoked right counts at once.
    const { rows } = await sql<{ rules: string | null }>`
      select md5(string_agg(seen.row::text, ',' order by seen.row)) as rules
      from ${visibleAccess(viewer)} as seen`.execute(this.#db);
    const key = JSON.stringify([embedderId, knowledgeBaseIds, rows[0]?.rules]);
    const known = this.#known.get(key);
    const isFull = known !== undefined && known.vectors.length >= SAMPLE / 2;
    if (isFull && Math.abs(known.chunks - chunks) <= known.chunks * CHANGED_SHARE) return known.vectors;
    const vectors = await this.#draw(embedderId, viewer, knowledgeBaseIds);
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(key, { chunks, vectors });
    return vectors;
  }

  /** Takes every n-th chunk by counting items. Reading all vectors only to discard most takes seconds. */
  async #draw(
    embedderId: string,
    viewer: Viewer,
    bases: readonly string[] | undefined,
  ): Promise<Float32Array[]> {
    const within = bases
      ? sql<boolean>`base_row in (select row from knowledge_bases where id = any(${[...bases]}::text[]))`
      : sql<boolean>`true`;
    const { rows } = await sql<{ vector: string }>`
      with counted as (
        select row, chunk_count, sum(chunk_count) over (order by row) - chunk_count as before
        from items where ${within} and chunk_count > 0 and access_row in ${visibleAccess(viewer)}),
      step as (select greatest(1, sum(chunk_count)::bigint / ${SAMPLE}) as size from counted),
      picked as (
        select row, generate_series((before::bigint + size - 1) / size * size, before::bigint + chunk_count - 1, size)
          - before as place from counted, step)
      select v.vector::text as vector from picked
        join chunks on chunks.item_row = picked.row and chunks.ordinal = picked.place
        join all_search_vectors as v on v.chunk_row = chunks.row and v.embedder_id = ${embedderId}
      order by v.chunk_row limit ${SAMPLE}`.execute(this.#db);
    return rows.map((row) => Float32Array.from(JSON.parse(row.vector) as number[]));
  }
}

function cosine(left: Float32Array, right: Float32Array): number {
  let dot = 0;
  let leftSquare = 0;
  let rightSquare = 0;
  for (let index = 0; index < left.length; index += 1) {
    const a = left[index]!;
    const b = right[index] ?? 0;
    dot += a * b;
    leftSquare += a * a;
    rightSquare += b * b;
  }
  return leftSquare > 0 && rightSquare > 0 ? dot / Math.sqrt(leftSquare * rightSquare) : 0;
}
