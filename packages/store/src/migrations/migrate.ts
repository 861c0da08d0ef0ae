import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { OpenDatabase } from '../database/open-database.js';
import { DatabaseTooNew } from './database-too-new.js';
import { migrations } from './index.js';
import type { Migration } from './migration.js';

/** An arbitrary constant, the same in every server that shares the database. */
const POSTGRES_LOCK = 7_153_204_881;

interface MigrationTable {
  ibid_migrations: { name: string; applied_at: string };
}

/**
 * Runs pending migrations, each in its own transaction under a lock: several processes may start at once, and a crash
 * never leaves a half-applied migration.
 */
export async function migrate(
  opened: Pick<OpenDatabase, 'db' | 'dialect'>,
  list: readonly Migration[] = migrations,
): Promise<string[]> {
  const db = opened.db as Kysely<MigrationTable>;
  // Read first: if nothing is pending, no write lock is needed.
  const applied = await appliedNames(db).catch(async () => {
    await createMigrationTable(db, opened.dialect);
    return appliedNames(db);
  });
  const known = new Set(list.map((migration) => migration.name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new DatabaseTooNew(unknown);
  const run: string[] = [];
  for (const migration of list.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (applied.has(migration.name)) continue;
    await db.transaction().execute(async (transaction) => {
      if (opened.dialect === 'postgres') await lockPostgres(transaction);
      if ((await appliedNames(transaction)).has(migration.name)) return;
      // The tables at that point, which no type describes.
      await migration.up(transaction as unknown as Kysely<never>, opened.dialect);
      await transaction
        .insertInto('ibid_migrations')
        .values({ name: migration.name, applied_at: new Date().toISOString() })
        .execute();
      run.push(migration.name);
    });
  }
  return run;
}

async function createMigrationTable(
  db: Kysely<MigrationTable>,
  dialect: OpenDatabase['dialect'],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // `if not exists` alone is racy in PostgreSQL: two processes can both find nothing.
    if (dialect === 'postgres') await lockPostgres(transaction);
    await transaction.schema
      .createTable('ibid_migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'text', (column) => column.notNull())
      .execute();
  });
}

async function lockPostgres(transaction: Kysely<MigrationTable>): Promise<void> {
  // Waiting for another process's migration, or running one, may take long.
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(transaction);
}

async function appliedNames(db: Kysely<MigrationTable>): Promise<Set<string>> {
  const rows = await db.selectFrom('ibid_migrations').select('name').execute();
  return new Set(rows.map((row) => row.name));
}
