import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { OpenDatabase } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { PostgresSearchIndex } from '../knowledge/postgres/postgres-search-index.js';
import { SqliteSearchIndex } from '../knowledge/sqlite/sqlite-search-index.js';
import { writeSearchIndex } from './write-search-index.js';
import { IbidError } from '@ibid/core';

/** Referenced tables, before those that reference them. All other tables are independent. */
const FIRST = [
  'access_rules',
  'access_grants',
  'knowledge_bases',
  'connected_sources',
  'items',
  'item_texts',
  'item_table_parts',
  'item_metadata',
  'chunks',
  'chunk_vectors',
  'link_names',
  'deleted_items',
  'item_names',
  'chunk_mentions',
  'conversations',
];

/** Tables that each database keeps to itself: they are rebuilt, or describe processes running on the old one. */
export const OWN_TABLES =
  /^(ibid_migrations|servers|knowledge_state|(all_)?search_|chunk_words|item_name_index|sqlite_)/;

/** Parameters per statement, accepted by both databases. */
const PARAMETERS = 30_000;
const ROWS_PER_PAGE = 500;

/** For tables with a unique index instead of a primary key. */
const KEYS: Record<string, string[]> = { descriptor_segments: ['content_id', 'start'] };

type Row = Record<string, unknown>;

/**
 * Copies everything from one database to an empty one, of either kind. Ids and row numbers stay the same, so citations
 * remain valid. Nothing else may write to either meanwhile. File contents are in the data folder, which both can use.
 */
export async function moveDatabase(options: {
  from: OpenDatabase;
  to: OpenDatabase;
  onProgress?: (progress: { table: string; rows: number }) => void;
}): Promise<{ rows: number }> {
  const { from, to } = options;
  const tables = await sharedTables(from, to);
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(to.db);
    if (rows.length > 0) throw new TargetNotEmpty(name);
  }
  let total = 0;
  for (const table of tables) {
    const rows = await copyTable({ from, to, table });
    if (to.dialect === 'postgres') await continueCounting(to.db, table);
    total += rows;
    options.onProgress?.({ table: table.name, rows });
  }
  const index =
    to.dialect === 'postgres'
      ? new PostgresSearchIndex({ db: to.db })
      : new SqliteSearchIndex({ db: to.db, embedder: () => Promise.resolve(null) });
  const chunks = await writeSearchIndex({ db: to.db, index });
  options.onProgress?.({ table: 'search index', rows: chunks });
  return { rows: total };
}

interface Table {
  name: string;
  columns: string[];
}

async function sharedTables(from: OpenDatabase, to: OpenDatabase): Promise<Table[]> {
  const there = new Set((await to.db.introspection.getTables()).map((table) => table.name));
  const tables = (await from.db.introspection.getTables())
    .filter((table) => there.has(table.name) && !OWN_TABLES.test(table.name))
    .map((table) => ({ name: table.name, columns: table.columns.map((column) => column.name) }));
  const place = ({ name }: Table): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return tables.toSorted((left, right) => place(left) - place(right));
}

/** Copies page by page along the key, so a table of any size is read once. */
async function copyTable(options: { from: OpenDatabase; to: OpenDatabase; table: Table }): Promise<number> {
  const { from, to, table } = options;
  const { name, columns } = table;
  const perPage = Math.min(ROWS_PER_PAGE, Math.floor(PARAMETERS / columns.length));
  const key = await keyOf(from, table);
  const keyList = sql.join(key.map((column) => sql.ref(column)));
  let copied = 0;
  for (let last: Row | null = null; ;) {
    const after: RawBuilder<unknown> = last
      ? sql`where (${keyList}) > (${sql.join(key.map((column) => last?.[column]))})`
      : sql``;
    const page: { rows: Row[] } = await sql<Row>`
      select * from ${sql.table(name)} ${after} order by ${keyList} limit ${perPage}`.execute(from.db);
    if (page.rows.length === 0) return copied;
    const values = page.rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`.execute(to.db);
    copied += page.rows.length;
    last = page.rows.at(-1) ?? null;
  }
}

/** Columns that identify a row. */
async function keyOf(database: OpenDatabase, table: Table): Promise<string[]> {
  const known = KEYS[table.name];
  if (known) return known;
  const { rows } =
    database.dialect === 'postgres'
      ? await sql<{ name: string }>`select attname as name from pg_index
          join pg_attribute on attrelid = indrelid and attnum = any(indkey)
          where indrelid = ${table.name}::regclass and indisprimary`.execute(database.db)
      : await sql<{ name: string }>`select name from pragma_table_info(${table.name}) where pk > 0`.execute(
          database.db,
        );
  if (rows.length === 0) throw new RangeError(`The table ${table.name} has no key to copy it along.`);
  return rows.map((row) => row.name);
}

/** Makes generated numbers continue after the copied ones. */
async function continueCounting(db: Kysely<Database>, table: Table): Promise<void> {
  for (const column of ['row', 'sequence']) {
    if (!table.columns.includes(column)) continue;
    await sql`select setval(pg_get_serial_sequence(${table.name}, ${column}),
      coalesce((select max(${sql.ref(column)}) from ${sql.table(table.name)}), 0) + 1, false)`.execute(db);
  }
}

/** The target of a move must be empty, so nothing is mixed or overwritten. */
class TargetNotEmpty extends IbidError {
  readonly code = 'target_not_empty';

  constructor(table: string) {
    super(
      `The database to move into has rows in "${table}" already. Move into an empty one, so that nothing gets mixed up.`,
    );
  }
}
