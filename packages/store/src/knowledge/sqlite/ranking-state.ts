import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';

/** How far ranking has read its tables. */
export interface RankingState {
  block: number;
  /** Chunks in the blocks known so far; changes when blocks are rewritten. */
  packed: number;
  entry: number;
  vector: number;
  removed: number;
}

export const NOTHING_SEEN: Readonly<RankingState> = { block: 0, packed: 0, entry: 0, vector: 0, removed: 0 };

export async function rankingState(db: Kysely<Database>, known: { block: number }): Promise<RankingState> {
  const query = CompiledQuery.raw(
    `select coalesce((select max(block) from search_blocks), 0) as block,
       coalesce((select sum(entries) from search_blocks where block <= ?), 0) as packed,
       coalesce((select max(entry) from search_pending), 0) as entry,
       coalesce((select max(sequence) from chunk_vectors), 0) as vector,
       coalesce((select max(sequence) from search_removed), 0) as removed`,
    [known.block],
  );
  return (await db.executeQuery<RankingState>(query)).rows[0]!;
}
