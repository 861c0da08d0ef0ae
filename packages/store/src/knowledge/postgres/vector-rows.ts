import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Database } from '../../database/schema.js';

/** The most dimensions that HNSW accepts in half precision. Wider vectors are compared one by one. */
const WIDEST_INDEXED = 4_000;

/** The vector column as indexed. */
export function vectorColumn(table: string, dimensions: number): RawBuilder<unknown> {
  return sql`(${sql.ref(`${table}.vector`)}::halfvec(${sql.lit(dimensions)}))`;
}

/** A vector in PostgreSQL's text format. */
export function vectorText(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}

/** Copies vectors of these chunks from the authoritative table to the searched one. */
export async function copyVectors(
  transaction: Transaction<Database>,
  chunkRows: readonly number[],
): Promise<void> {
  const { rows } = await sql<{
    chunk_row: number;
    item_row: number;
    embedder_id: string;
    vector: Uint8Array;
  }>`select chunk_row, item_row, embedder_id, vector from chunk_vectors
    where chunk_row = any(${chunkRows}::bigint[])`.execute(transaction);
  if (rows.length === 0) return;
  const vectors = rows.map((row) => new Float32Array(Uint8Array.from(row.vector).buffer));
  const dimensions = new Map(rows.map((row, place) => [row.embedder_id, vectors[place]!.length]));
  for (const [embedderId, width] of dimensions) await ensureIndex(transaction, embedderId, width);
  const given = rows.map((row) => row.chunk_row);
  // No `on conflict`: rows are unique only within the partition of a knowledge base.
  await sql`delete from all_search_vectors where chunk_row = any(${given}::bigint[])`.execute(transaction);
  await sql`insert into all_search_vectors (chunk_row, item_row, base_row, embedder_id, vector)
    select t.chunk_row, t.item_row, items.base_row, t.embedder_id, t.vector::halfvec
    from unnest(${given}::bigint[], ${rows.map((row) => row.item_row)}::bigint[],
      ${rows.map((row) => row.embedder_id)}::text[], ${vectors.map(vectorText)}::text[])
      as t (chunk_row, item_row, embedder_id, vector)
    join items on items.row = t.item_row`.execute(transaction);
}

/** Creates one index per embedder in every partition, with its first vector: the dimensions are not known before. */
async function ensureIndex(
  transaction: Transaction<Database>,
  embedderId: string,
  dimensions: number,
): Promise<void> {
  if (dimensions > WIDEST_INDEXED) return;
  const digest = createHash('sha256').update(`${embedderId} ${dimensions}`).digest('hex').slice(0, 16);
  const name = `all_search_vectors_${digest}`;
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${name})::text as found`.execute(
    transaction,
  );
  if (rows[0]?.found) return;
  await sql`create index if not exists ${sql.ref(name)} on all_search_vectors
    using hnsw ((vector::halfvec(${sql.lit(dimensions)})) halfvec_cosine_ops)
    where embedder_id = ${sql.lit(embedderId)}`.execute(transaction);
}
