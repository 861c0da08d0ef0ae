import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { STATEMENT_SECONDS } from '../../database/open-postgres-pool.js';
import { dropUnusedPartitions, partitionBase, partitionedBases } from './partition-base.js';

/**
 * From so many chunks on a base gets its own part. Smaller ones lose nothing by sharing one: their rows are few enough
 * to be compared one by one or found on the way, and each part more is one more to ask for who searches all.
 */
const LARGE_BASE_CHUNKS = 100_000;

/** Looks at all bases once; returns how many got a part of their own and how many parts were taken away. */
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

/** The index of vectors would lead through the rows that went; making it again is quicker than sweeping them out. */
async function clearShared(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    for (const table of ['search_words', 'search_vectors'])
      await sql.raw(`reindex table concurrently ${table}`).execute(connection);
    await sql.raw(`set statement_timeout = '${STATEMENT_SECONDS}s'`).execute(connection);
  });
}
