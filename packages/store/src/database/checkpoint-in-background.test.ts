import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { checkpointInBackground } from './checkpoint-in-background.js';
import { openDatabase } from './open-database.js';
import { loadSqlite } from './sqlite-library.js';
import { truncateLog } from './truncate-log.js';

const ROWS_A_ROUND = 20;
const ROW = 50_000;

/** A number in the header of an SQLite file. */
async function headerNumber(path: string, offset: number): Promise<number> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, offset);
    return buffer.readUInt32BE(0);
  } finally {
    await file.close();
  }
}

/** Number of pages in the database file itself; pages only in the log do not count. */
const pagesInFile = (folder: string) => headerNumber(join(folder, 'ibid.db'), 28);
/** Increases by one each time the log restarts. */
const logSequence = (folder: string) => headerNumber(join(folder, 'ibid.db-wal'), 12);

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
    const write = async () => {
      const key = `key-${written}`;
      written += 1;
      await sql`insert into settings (scope, key, value, updated_at)
        values ('test', ${key}, ${JSON.stringify('x'.repeat(ROW))}, '')`.execute(database.db);
    };
    for (let round = 0; round < 6; round += 1) {
      for (let row = 0; row < ROWS_A_ROUND; row += 1) await write();
      await expect.poll(() => pagesInFile(folder)).toBe(await pages());
    }
    // Once the whole log is copied, the next writer restarts it, so it does not grow forever.
    const sequence = await logSequence(folder);
    await expect
      .poll(async () => {
        await write();
        return logSequence(folder);
      })
      .toBeGreaterThan(sequence);
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from settings where scope = 'test'`.execute(database.db);
    expect(rows[0]?.n).toBe(written);
  } finally {
    await stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it('ORG-3 the log is emptied as soon as nobody reads an older state', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-log-'));
  const database = await openDatabase({ folder });
  const reader = (await loadSqlite())(join(folder, 'ibid.db'));
  const logBytes = async () => (await stat(join(folder, 'ibid.db-wal'))).size;
  try {
    reader.exec('begin');
    reader.prepare('select count(*) from settings').all();
    await sql`insert into settings (scope, key, value, updated_at) values ('test', 'a', '1', '')`.execute(
      database.db,
    );
    const emptied = truncateLog(database);
    // The first attempt fails.
    await sql`select 1`.execute(database.db);
    expect(await logBytes()).toBeGreaterThan(0);
    reader.exec('commit');
    expect(await emptied).toBe(true);
    expect(await logBytes()).toBe(0);
  } finally {
    reader.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
