import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { checkpointInBackground } from './checkpoint-in-background.js';
import { openDatabase } from './open-database.js';

const ROWS_A_ROUND = 20;
const ROW = 50_000;

/** How many pages the database file itself holds, by its header: what is only in the log does not count. */
async function pagesInFile(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 28);
    return buffer.readUInt32BE(0);
  } finally {
    await file.close();
  }
}

it('OPS-1 the log is brought into the database by a thread, and everything stays readable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-checkpoint-'));
  const database = await openDatabase({ folder });
  const stop = await checkpointInBackground(database, { bytes: 100_000, milliseconds: 20 });
  try {
    const pages = async () => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
      return rows[0]!.page_count;
    };
    let written = 0;
    for (let round = 0; round < 6; round += 1) {
      for (let row = 0; row < ROWS_A_ROUND; row += 1, written += 1)
        await sql`insert into settings (scope, key, value, updated_at)
          values ('test', ${`key-${written}`}, ${JSON.stringify('x'.repeat(ROW))}, '')`.execute(database.db);
      await expect.poll(() => pagesInFile(join(folder, 'ibid.db'))).toBe(await pages());
    }
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from settings where scope = 'test'`.execute(database.db);
    expect(rows[0]?.n).toBe(written);
    // The log begins anew once all of it is copied: it holds about one round, not all six.
    expect((await stat(join(folder, 'ibid.db-wal'))).size).toBeLessThan(3 * ROWS_A_ROUND * ROW);
  } finally {
    await stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
