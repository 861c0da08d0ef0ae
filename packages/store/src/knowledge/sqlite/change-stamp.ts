import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';

const QUERY = CompiledQuery.raw(
  'select data_version as others, total_changes() as own from pragma_data_version',
  [],
);

/**
 * Another text whenever anything was committed since the last one, by this process or another: SQLite tells a
 * connection what others committed, and counts what it changed itself where it is the only one (in memory). Costs a
 * fraction of the questions it makes unnecessary.
 */
export async function changeStamp(db: Kysely<Database>): Promise<string> {
  const [row] = (await db.executeQuery<{ others: number; own: number }>(QUERY)).rows;
  return `${row?.others}.${row?.own}`;
}
