import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { checkpointInBackground } from './checkpoint-in-background.js';
import { openDatabase } from './open-database.js';

it('OPS-1 the log is brought into the database by a thread, and everything stays readable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-checkpoint-'));
  const database = await openDatabase({ folder });
  const stop = await checkpointInBackground(database, { bytes: 100_000, milliseconds: 20 });
  try {
    const size = async () => (await stat(join(folder, 'ibid.db'))).size;
    const before = await size();
    const write = (key: string) =>
      sql`insert into settings (scope, key, value, updated_at)
        values ('test', ${key}, ${JSON.stringify('x'.repeat(50_000))}, '')`.execute(database.db);
    for (let row = 0; row < 40; row += 1) await write(`key-${row}`);
    await expect.poll(size).toBeGreaterThan(before + 1_000_000);
    // The log begins anew once all of it is copied: it does not grow with what is written.
    for (let row = 40; row < 120; row += 1) {
      await write(`key-${row}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const rows = await sql<{ n: number }>`select count(*) as n from settings where scope = 'test'`.execute(
      database.db,
    );
    expect(rows.rows[0]?.n).toBe(120);
    expect((await stat(join(folder, 'ibid.db-wal'))).size).toBeLessThan(5_000_000);
  } finally {
    await stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
