import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { SearchedRows } from './searched-rows.js';
import { vectorColumn, vectorText } from './vector-rows.js';

export interface SemanticCandidate {
  chunk_row: number;
  item_row: number;
  semantic: number;
}

/**
 * The chunks nearest to a vector, by HNSW until enough pass the filter, or by comparing all of them if there are few.
 */
export async function semanticCandidates(options: {
  db: Kysely<Database>;
  embedderId: string;
  vector: Float32Array;
  searched: SearchedRows;
  limit: number;
}): Promise<SemanticCandidate[]> {
  const { db, embedderId, vector, searched, limit } = options;
  const column = vectorColumn('v', vector.length);
  const wanted = sql`${vectorText(vector)}::halfvec(${sql.lit(vector.length)})`;
  const condition = searched.condition('v');
  // Adding zero bypasses the index: among few rows, comparing all is faster and exact.
  const order = searched.areFew ? sql`(${column} <=> ${wanted}) + 0` : sql`${column} <=> ${wanted}`;
  const { rows } = await sql<SemanticCandidate>`
    select v.chunk_row, v.item_row, 1 - (${column} <=> ${wanted}) as semantic
    from all_search_vectors as v where v.embedder_id = ${embedderId} and ${condition}
    order by ${order} limit ${limit}`.execute(db);
  return rows.toSorted((left, right) => right.semantic - left.semantic || left.chunk_row - right.chunk_row);
}
