import { sql } from 'kysely';
import { openDatabase } from '../database/open-database.js';
import { moveDatabase } from '../move/move-database.js';

/** Copies the database at one moment to an SQLite file in this folder, while others continue writing. */
export async function snapshotPostgres(url: string, folder: string): Promise<void> {
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
