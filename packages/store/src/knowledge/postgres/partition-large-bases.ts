import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { STATEMENT_SECONDS } from '../../database/open-postgres-pool.js';
import { dropUnusedPartitions, partitionBase, partitionedBases } from './partition-base.js';

/**
 * Bases of at least this many chunks get their own partition. Smaller ones lose nothing by sharing: their few rows can
 * be compared one by one or met in the index, and every further partition slows down searches over all bases.
 */
const LARGE_BASE_CHUNKS = 100_000;

/** Checks all bases once. Returns how many partitions were created and dropped. */
export async function partitionLargeBases(
  db: Kysely<Database>,
  from: number = LARGE_BASE_CHUNKS,
): Promise<{ made: number; dropped: number }> {
  const own = await partitionedBases(db);
  const { rows: large } = await sql<{ base_row: number }>`
    select base_row from items group by base_row having sum(chunk_count) >= ${from}
    order by base_row`.execute(db);
  const missing = large.filter(({ base_row: base }) => !own.includes(base));
  for (const { base_row: base } of missing) await partitionBase(db, base);
  if (missing.length > 0) await clearShared(db);
  const dropped = own.length > 0 ? await dropUnusedPartitions(db) : [];
  return { made: missing.length, dropped: dropped.length };
}

/** The vector index would still lead through the moved rows; rebuilding it is faster than vacuuming. */
async function clearShared(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    for (const table of ['search_words', 'search_vectors'])
      await sql.raw(`reindex table concurrently ${table}`).execute(connection);
    await sql.raw(`set statement_timeout = '${STATEMENT_SECONDS}s'`).execute(connection);
  });
}
