import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSqlite } from '../database/sqlite-library.js';
import { BackupRefused } from './backup-refused.js';

/** Where the data of an installation is: its folder, and PostgreSQL if that holds the database. */
export interface DataPlace {
  dataFolder: string;
  databaseUrl?: string | undefined;
}

/** Copies the database at one moment to an SQLite file in this folder, while others continue writing. */
export async function snapshotDatabase(place: DataPlace, folder: string): Promise<void> {
  if (place.databaseUrl) {
    // Only now: a backup of SQLite, in a thread of its own, would otherwise load most of the server.
    const { snapshotPostgres } = await import('./snapshot-postgres.js');
    return snapshotPostgres(place.databaseUrl, folder);
  }
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
