import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database/schema.js';
import { SqliteDriver } from '../database/sqlite-driver.js';
import { SqliteHandle } from '../database/sqlite-handle.js';
import { loadSqlite } from '../database/sqlite-library.js';
import { migrate } from './migrate.js';
import { migrate as migrateAsRemembered } from './remembered-migrate.test-helper.js';

async function openEmpty() {
  const handle = new SqliteHandle((await loadSqlite())(':memory:'));
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SqliteDriver({ writer: handle, reader: handle }),
      createIntrospector: (one) => new SqliteIntrospector(one),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { db, dialect: 'sqlite' as const };
}

async function contentOf({ db }: Awaited<ReturnType<typeof openEmpty>>) {
  const found = await sql<{ type: string; name: string; sql: string | null }>`
    select type, name, tbl_name, sql from sqlite_master order by type, name`.execute(db);
  const rows: Record<string, unknown> = {};
  for (const { name } of found.rows.filter(({ type }) => type === 'table')) {
    const { rows: some } = await sql`select * from ${sql.table(name)}`.execute(db);
    rows[name] = some.map((row) => ({ ...(row as object), applied_at: null }));
  }
  return { found: found.rows, rows };
}

describe('the databases of tests', () => {
  it('are to the last row what the migrations make', async () => {
    const [byEach, first, second] = [await openEmpty(), await openEmpty(), await openEmpty()];
    expect(await migrate(byEach)).not.toEqual([]);
    await migrateAsRemembered(first);
    expect(await migrateAsRemembered(second)).toEqual([]);
    const expected = await contentOf(byEach);
    expect(expected.found.length).toBeGreaterThan(100);
    expect(expected.rows['ibid_migrations']).not.toEqual([]);
    expect(await contentOf(second)).toEqual(expected);
    expect(await migrate(second)).toEqual([]);
    for (const { db } of [byEach, first, second]) await db.destroy();
  });
});
