import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../migrations/migrate.js';
import { forgetSamples } from './forget-samples.js';
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
    // A transaction fails with the error of its rollback.
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

  it('ORG-3 keeps no samples of text in its statistics, and none of what was there before', async () => {
    const opened = await openDatabase({ url: own.url, poolSize: 1 });
    const { db } = opened;
    await sql`set session_replication_role = replica`.execute(db);
    await sql`insert into file_texts (blob_hash, text)
      select 'hash ' || n, 'quokkaberry ' || (n % 3) from generate_series(1, 60) as n`.execute(db);
    await sql`insert into item_metadata (key, value, item_row)
      select 'place', 'zanzidrome', n from generate_series(1, 60) as n`.execute(db);
    await sql`insert into all_search_words (chunk_row, item_row, base_row, length, words, access_row)
      select n, 1, 1, 1, 'numbat'::tsvector, 1 from generate_series(1, 60) as n`.execute(db);
    await sql`set session_replication_role = default`.execute(db);
    await sql`analyze`.execute(db);
    const sampled = async () => {
      const { rows } = await sql<{ place: string }>`
        select tablename || '.' || attname as place from pg_stats where schemaname = 'public'
          and concat(most_common_vals, histogram_bounds, most_common_elems) ~ 'quokka|zanzi|numbat'`.execute(
        db,
      );
      return rows.map(({ place }) => place).toSorted();
    };
    expect(await sampled()).toEqual([
      'all_search_words.words',
      'file_texts.text',
      'item_metadata.value',
      'search_words.words',
    ]);
    await sql`delete from file_texts`.execute(db);
    await sql`delete from item_metadata`.execute(db);
    await sql`delete from search_words`.execute(db);
    await forgetSamples(opened);
    expect(await sampled()).toEqual([]);
    // The storage mode is unchanged.
    const { rows: storage } = await sql`select attstorage::text from pg_attribute
      where attrelid = 'search_words'::regclass and attname = 'words'`.execute(db);
    expect(storage).toEqual([{ attstorage: 'm' }]);

    await sql`insert into file_texts (blob_hash, text) values ('hash', 'quokkaberry')`.execute(db);
    await sql`analyze`.execute(db);
    expect(await sampled()).toEqual([]);
    // A new column must be named as containing no user text, or be added to the list.
    const { rows: others } = await sql<{ place: string }>`
      select c.relname || '.' || a.attname as place from pg_attribute as a join pg_class as c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
        and not a.attisdropped and coalesce(a.attstattarget, -1) <> 0 and c.relname <> 'ibid_migrations'
        and a.atttypid not in ('bigint'::regtype, 'integer'::regtype, 'double precision'::regtype)
        and a.attname !~ '^(id|.*_(id|at|by|hash|code)|at|previous_hash|hash|seal)$'
        and a.attname !~ '^(state|status|role|kind|visibility|grantee|language|media_type|purpose|period|verdict|via)$'
        and a.attname !~ '^(action|outcome|target_kind|level|extent|title_origin|encoding|pipeline|code)$'
        and a.attname !~ '^(document_date|date_from|edited_verdict|scope|forked_from|forked_at_message)$'
      order by 1`.execute(db);
    // Metadata filters need them; they are rebuilt from the current rows.
    expect(others.map(({ place }) => place)).toEqual(['item_metadata.key', 'item_metadata.value']);
    await opened.close();
  });

  it('ORG-3 keeps no samples of deleted vectors that an earlier version let it make', async () => {
    const opened = await openDatabase({ url: own.url, poolSize: 1 });
    const { db } = opened;
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run(`create index on all_search_vectors using hnsw ((vector::halfvec(3)) halfvec_cosine_ops)
      where embedder_id = 'old'`);
    await run('create table part_of_base partition of all_search_vectors for values in (7)');
    const { rows: indexes } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index where indexprs is not null
        and indrelid in ('search_vectors'::regclass, 'part_of_base'::regclass)`.execute(db);
    expect(indexes).toHaveLength(2);
    for (const table of ['all_search_vectors', 'search_vectors', 'part_of_base'])
      await run(`alter table only ${table} alter column vector set statistics 100`);
    for (const { name } of indexes) await run(`alter index ${name} alter column 1 set statistics 100`);
    // In base 7 and another: rows that stay begin with 1, rows to be deleted with 9.
    await run('set session_replication_role = replica');
    for (const base of [1, 7])
      await run(`insert into all_search_vectors (chunk_row, item_row, base_row, embedder_id, vector, access_row)
        select ${base} * 1000 + n, n, ${base}, 'old', format('[%s,%s,2]', case when n % 2 = 0 then 9 else 1 end, n)::halfvec, 1
        from generate_series(1, 60) as n`);
    await run('analyze all_search_vectors');
    const sampled = async (first: number) => {
      const { rows } = await sql<{ place: string }>`
        select tablename as place from pg_stats where schemaname = 'public'
          and concat(most_common_vals, histogram_bounds) ~ ${`\\[${first},\\d+,2\\]`}`.execute(db);
      return rows.map(({ place }) => place).toSorted();
    };
    const all = ['all_search_vectors', 'part_of_base', 'search_vectors', ...indexes.map(({ name }) => name)];
    expect(await sampled(9)).toEqual(all.toSorted());

    await run("delete from all_search_vectors where vector::text like '[9,%'");
    await forgetSamples(opened);
    expect(await sampled(9)).toEqual([]);
    // The smallest possible sample, which shows that this worked.
    expect(await sampled(1)).toEqual(all.toSorted());
    await run('delete from all_search_vectors where base_row = 7');
    await forgetSamples(opened);
    expect(await sampled(1)).not.toContain('part_of_base');
    await run('delete from all_search_vectors');
    await forgetSamples(opened);
    expect(await sampled(1)).toEqual([]);
    // The partition is attached again, and no new samples are collected.
    await run(`insert into all_search_vectors (chunk_row, item_row, base_row, embedder_id, vector, access_row)
      select n, n, 7, 'old', format('[1,%s,2]', n)::halfvec, 1 from generate_series(1, 60) as n`);
    await run('set session_replication_role = default');
    const { rows } = await sql`select count(*)::int as n from part_of_base`.execute(db);
    expect(rows).toEqual([{ n: 60 }]);
    await run('analyze');
    expect(await sampled(1)).toEqual([]);
    await run('drop table part_of_base');
    await opened.close();
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
