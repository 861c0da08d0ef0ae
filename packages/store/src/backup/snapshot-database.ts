import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../database/open-database.js';
import type { OpenDatabase } from '../database/open-database.js';
import { loadSqlite } from '../database/sqlite-library.js';
import { BackupRefused } from './backup-refused.js';
import { moveDatabase, OWN_TABLES } from '../move/move-database.js';

/** Where the data of an installation is: its folder, and PostgreSQL if that holds the database. */
export interface DataPlace {
  dataFolder: string;
  databaseUrl?: string | undefined;
}

/** Copies the database at one moment to an SQLite file in this folder, while others continue writing. */
export async function snapshotDatabase(place: DataPlace, folder: string): Promise<void> {
  if (place.databaseUrl) return snapshotPostgres(place.databaseUrl, folder);
  const path = join(place.dataFolder, 'ibid.db');
  // Opening a missing file would create it.
  await access(path).catch(() => {
    throw new BackupRefused(
      `There is no database of Ibid in ${place.dataFolder}. Give its folder with --data.`,
    );
  });
  const open = await loadSqlite();
  const connection = open(path);
  try {
    connection.exec('pragma busy_timeout = 60000');
    connection.prepare('vacuum into ?').run(join(folder, 'ibid.db'));
  } finally {
    connection.close();
  }
}

async function snapshotPostgres(url: string, folder: string): Promise<void> {
  const from = await openDatabase({ url, poolSize: 2 });
  try {
    const to = await openDatabase({ folder });
    try {
      await from.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((transaction) => moveDatabase({ from: { ...from, db: transaction }, to }));
      // Merge the log into the one file that goes into the backup.
      await sql`pragma wal_checkpoint(truncate)`.execute(to.db);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

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
