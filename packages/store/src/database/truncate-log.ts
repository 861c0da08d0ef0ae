import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OpenDatabase } from './open-database.js';

const AGAIN_MILLISECONDS = 200;
const MOST_TRIES = 300;

/**
 * Empties SQLite's log, which has every page as it was (ORG-3). That waits for readers: at a start one looks over the whole
 * file. Says whether it is empty; PostgreSQL keeps a log of its own.
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
