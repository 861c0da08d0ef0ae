import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseTooNew } from '../migrations/database-too-new.js';
import { migrate } from '../migrations/migrate.js';
import { toJson } from './json-text.js';
import { newId } from './new-id.js';
import { openDatabase } from './open-database.js';
import { loadSqlite } from './sqlite-library.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-database-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function setting(key: string) {
  return { scope: 'system', key, value: toJson(1), updated_at: '2026-01-01T00:00:00.000Z' };
}

describe('OPS-1 one folder, opened and brought up to date by itself', () => {
  it('keeps what was written when it is opened again, and runs no migration twice', async () => {
    const first = await openDatabase({ folder });
    await first.db.insertInto('settings').values(setting('a')).execute();
    await first.close();
    const second = await openDatabase({ folder });
    expect(await second.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'a' }]);
    expect(await migrate(second)).toEqual([]);
    await second.close();
  });

  it('lets several openers start at once on an empty folder', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ folder })));
    const names = await opened[0]!.db
      .selectFrom('ibid_migrations' as never)
      .selectAll()
      .execute();
    expect(names.length).toBeGreaterThan(0);
    await Promise.all(opened.map((one) => one.close()));
  });

  it('refuses a folder that a newer version wrote', async () => {
    const opened = await openDatabase({ folder });
    await sql`insert into ibid_migrations (name, applied_at) values ('9999-future', 'x')`.execute(opened.db);
    await opened.close();
    await expect(openDatabase({ folder })).rejects.toBeInstanceOf(DatabaseTooNew);
  });

  it('runs a migration whose name sorts before one that has run', async () => {
    const opened = await openDatabase({ folder: ':memory:' });
    const made: string[] = [];
    const step = (name: string) => ({ name, up: async () => void made.push(name) });
    const known = (await sql<{ name: string }>`select name from ibid_migrations`.execute(opened.db)).rows;
    const before = known.map((row) => step(row.name));
    await migrate(opened, [...before, step('0900-late'), step('0500-early')]);
    expect(made).toEqual(['0500-early', '0900-late']);
    await opened.close();
  });
});

describe('transactions', () => {
  it('hides uncommitted rows from readers and delays no reader', async () => {
    const opened = await openDatabase({ folder });
    const count = async () => (await opened.db.selectFrom('settings').select('key').execute()).length;
    await opened.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('settings').values(setting('a')).execute();
      expect(await count()).toBe(0);
    });
    expect(await count()).toBe(1);
    await opened.close();
  });

  it('undoes everything when the callback throws, and goes on afterwards', async () => {
    const opened = await openDatabase({ folder });
    const failing = opened.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('settings').values(setting('a')).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await opened.db.insertInto('settings').values(setting('b')).execute();
    expect(await opened.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'b' }]);
    await opened.close();
  });

  it('queues concurrent transactions one after another', async () => {
    const opened = await openDatabase({ folder });
    await opened.db.insertInto('settings').values(setting('n')).execute();
    const increment = () =>
      opened.db.transaction().execute(async (transaction) => {
        const row = await transaction.selectFrom('settings').select('value').executeTakeFirstOrThrow();
        await new Promise((resolve) => setTimeout(resolve, 1));
        await transaction
          .updateTable('settings')
          .set({ value: toJson(Number(row.value) + 1) })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    const row = await opened.db.selectFrom('settings').select('value').executeTakeFirstOrThrow();
    expect(row.value).toBe('21');
    await opened.close();
  });

  it('waits, without blocking, for the write lock of another process', async () => {
    const opened = await openDatabase({ folder });
    const other = (await loadSqlite())(join(folder, 'ibid.db'));
    other.exec('begin immediate');
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    const written = opened.db.insertInto('settings').values(setting('a')).execute();
    // The timer fires while the write waits, so nothing blocks the thread.
    await expect.poll(() => ticks).toBeGreaterThan(3);
    other.exec('commit');
    other.close();
    await written;
    clearInterval(timer);
    expect(await opened.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'a' }]);
    await opened.close();
  });

  it('supports nested save points', async () => {
    const opened = await openDatabase({ folder });
    const transaction = await opened.db.startTransaction().execute();
    await transaction.insertInto('settings').values(setting('a')).execute();
    const point = await transaction.savepoint('inner').execute();
    await point.insertInto('settings').values(setting('b')).execute();
    await point.rollbackToSavepoint('inner').execute();
    await transaction.commit().execute();
    expect(await opened.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'a' }]);
    await opened.close();
  });
});

describe('ids', () => {
  it('sort by time and do not repeat', () => {
    const ids = Array.from({ length: 2000 }, (_, time) => newId(1_800_000_000_000 + time));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(Array.from({ length: 10_000 }, () => newId(1))).size).toBe(10_000);
  });
});
