import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../migrations/migrate.js';
import { isDatabaseUnavailable } from './is-database-unavailable.js';
import { openDatabase } from './open-database.js';
import { createTestDatabase, testServer } from './test-database.test-helper.js';

const server = testServer();

describe.skipIf(!server)('OPS-2 the database on PostgreSQL', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;

  beforeAll(async () => {
    own = await createTestDatabase(server!);
  });
  afterAll(() => own.drop());

  it('lets several servers start at once on an empty database: one makes the tables, the others wait', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ url: own.url, poolSize: 2 })));
    const { rows } = await sql<{ name: string; n: number }>`
      select name, count(*) as n from ibid_migrations group by name`.execute(opened[0]!.db);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.every((row) => row.n === 1)).toBe(true);
    expect(await migrate(opened[1]!)).toEqual([]);
    await Promise.all(opened.map((one) => one.close()));
  });

  it('keeps text with NUL and half characters, replaced in place', async () => {
    const opened = await openDatabase({ url: own.url, poolSize: 1 });
    const { rows } = await sql<{ text: string; list: string[] }>`
      select ${'a\0b\ud83d'}::text as text, ${['x\0']}::text[] as list`.execute(opened.db);
    expect(rows).toEqual([{ text: 'a\ufffdb\ufffd', list: ['x\ufffd'] }]);
    await opened.close();
  });

  it('tells an absent server from a wrong statement, and finds it again after its connections were cut', async () => {
    const opened = await openDatabase({ url: own.url, poolSize: 2 });
    const wrong = await sql`select nonsense`.execute(opened.db).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(wrong)).toBe(false);
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`
      .execute(opened.db)
      .catch((error: unknown) => error);
    expect(isDatabaseUnavailable(await cut)).toBe(true);
    // What comes out of a transaction is what its rollback said.
    const within = opened.db
      .transaction()
      .execute((transaction) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction))
      .catch((error: unknown) => error);
    expect(isDatabaseUnavailable(await within)).toBe(true);
    expect((await sql<{ one: number }>`select 1 as one`.execute(opened.db)).rows).toEqual([{ one: 1 }]);
    await opened.close();
    const nobody = await openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' }).catch(
      (error: unknown) => error,
    );
    expect(isDatabaseUnavailable(nobody)).toBe(true);
  });

  it('searches wide: settings of the vector index hold on every connection', async () => {
    const opened = await openDatabase({ url: own.url, poolSize: 2 });
    const { rows } = await sql<{ search: string; scan: string }>`
      select current_setting('hnsw.ef_search') as search, current_setting('hnsw.iterative_scan') as scan`.execute(
      opened.db,
    );
    expect(rows).toEqual([{ search: '300', scan: 'relaxed_order' }]);
    await opened.close();
  });
});
