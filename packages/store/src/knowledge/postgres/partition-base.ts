import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../database/schema.js';
import { takeWriteLock } from './write-lock.js';

const TABLES = ['search_words', 'search_vectors'] as const;

/** Memory for building a vector index. The default of 64 MB makes it many times slower. */
const BUILD_MEMORY = '512MB';

/**
 * Gives a knowledge base its own partition of the search tables, with its own indexes. Searching it then touches no
 * other rows, and its vectors are found without traversing those of other bases. Writers to knowledge bases wait until
 * it is done; readers only while the finished partition is attached.
 */
export async function partitionBase(db: Kysely<Database>, baseRow: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const run = (statement: string) => sql.raw(statement).execute(transaction);
    await run('set local statement_timeout = 0');
    await run(`set local maintenance_work_mem = '${BUILD_MEMORY}'`);
    await takeWriteLock(transaction);
    // Vectors and access rules change without the write lock.
    await run(`lock table ${TABLES.join(', ')} in share row exclusive mode`);
    if ((await partitionedBases(transaction)).includes(baseRow)) return;
    for (const table of TABLES) await fillPart(transaction, table, baseRow);
    for (const table of TABLES)
      await run(
        `alter table all_${table} attach partition ${partName(table, baseRow)} for values in (${baseRow})`,
      );
  });
}

async function fillPart(
  transaction: Transaction<Database>,
  table: (typeof TABLES)[number],
  baseRow: number,
): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(transaction);
  const part = partName(table, baseRow);
  // With the check constraint, attaching need not scan the rows.
  await run(
    `create table ${part} (like ${table} including defaults including storage, check (base_row = ${baseRow}))`,
  );
  await run(`alter table ${part} set (toast_tuple_target = 8160)`);
  await run(`insert into ${part} select * from ${table} where base_row = ${baseRow}`);
  await run(`delete from ${table} where base_row = ${baseRow}`);
  const { rows: indexes } = await sql<{ definition: string; is_primary: boolean }>`
    select pg_get_indexdef(indexrelid) as definition, indisprimary as is_primary
    from pg_index where indrelid = ${table}::regclass`.execute(transaction);
  for (const { definition, is_primary: isPrimary } of indexes)
    await run(
      isPrimary
        ? `alter table ${part} add primary key (chunk_row)`
        : definition.replace(/INDEX \S+ ON \S+ USING/u, `INDEX ON ${part} USING`),
    );
  await run(`alter table ${part} add foreign key (chunk_row) references chunks (row) on delete cascade`);
  await run(`create trigger ${part}_access before insert on ${part}
    for each row execute function ibid_take_access()`);
  await run(`analyze ${part}`);
}

/** Drops the partitions of deleted bases. */
export async function dropUnusedPartitions(db: Kysely<Database>): Promise<number[]> {
  return db.transaction().execute(async (transaction) => {
    await takeWriteLock(transaction);
    const own = await partitionedBases(transaction);
    const { rows } = await sql<{ row: number }>`select row from knowledge_bases
      where row = any(${own}::bigint[])`.execute(transaction);
    const gone = own.filter((base) => !rows.some(({ row }) => row === base));
    for (const base of gone)
      for (const table of TABLES) await sql.raw(`drop table ${partName(table, base)}`).execute(transaction);
    return gone;
  });
}

/** Rows of the bases that have their own partition. */
export async function partitionedBases(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`select child.relname as name from pg_inherits
    join pg_class as child on child.oid = inhrelid
    where inhparent = 'all_search_words'::regclass and child.relname <> 'search_words'`.execute(db);
  return rows.map(({ name }) => Number(name.slice('search_words_'.length)));
}

function partName(table: (typeof TABLES)[number], baseRow: number): string {
  return `${table}_${baseRow}`;
}
