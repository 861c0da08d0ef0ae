import { sql } from 'kysely';
import type { OpenDatabase } from '../database/open-database.js';
import { OWN_TABLES } from '../move/move-database.js';

/** How many rows each table has, for comparing a copy with its original. */
export async function countEachTable(database: OpenDatabase): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await database.db.introspection.getTables()) {
    if (OWN_TABLES.test(name)) continue;
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(name)}`.execute(database.db);
    counts[name] = Number(rows[0]?.count ?? 0);
  }
  return counts;
}
