import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OpenDatabase } from './open-database.js';

const AGAIN_MILLISECONDS = 200;
const MOST_TRIES = 300;

/**
 * Truncates SQLite's log, which contains old versions of pages (ORG-3). Waits for readers; after a start, one of them
 * checks the whole file. Returns whether the log is empty: always false for PostgreSQL, which keeps its own.
 */
export async function truncateLog(database: Pick<OpenDatabase, 'db' | 'dialect'>): Promise<boolean> {
  if (database.dialect !== 'sqlite') return false;
  for (let tries = 1; ; tries += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database.db);
    if (rows[0]?.busy === 0) return true;
    if (tries === MOST_TRIES) return false;
    await wait(AGAIN_MILLISECONDS, undefined, { ref: false });
  }
}
