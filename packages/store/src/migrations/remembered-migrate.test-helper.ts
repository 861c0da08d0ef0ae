import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { OpenDatabase } from '../database/open-database.js';
import { migrate as migrateByEach } from './migrate.js';

type Opened = Pick<OpenDatabase, 'db' | 'dialect'>;
type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

interface Remembered {
  statements: string[];
  rows: { table: string; values: Record<string, unknown>[] }[];
}

/** What the first empty database of this process became, by all its migrations. */
let remembered: Remembered | null = null;

/**
 * In place of `migrate` in tests: an empty SQLite database gets the tables that the first one got by its migrations, as
 * they are in the end. Tests open hundreds of databases, and the migrations are most of that.
 */
export async function migrate(...[opened, ...list]: Parameters<typeof migrateByEach>): Promise<string[]> {
  if (opened.dialect !== 'sqlite' || list.length > 0 || !(await isEmpty(opened.db)))
    return migrateByEach(opened, ...list);
  if (remembered !== null && (await write(opened, remembered))) return [];
  const run = await migrateByEach(opened);
  remembered ??= await read(opened);
  return run;
}

async function isEmpty(db: Opened['db']): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master limit 1`.execute(db);
  return rows.length === 0;
}

async function read({ db }: Opened): Promise<Remembered> {
  const found = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master where sql is not null order by rowid`.execute(db);
  const virtual = found.rows.filter((row) => /^create virtual/iu.test(row.sql)).map((row) => `${row.name}_`);
  // SQLite makes these itself.
  const own = found.rows.filter(
    ({ name }) => !name.startsWith('sqlite_') && !virtual.some((start) => name.startsWith(start)),
  );
  const rows: Remembered['rows'] = [];
  for (const { type, name } of own) {
    if (type !== 'table' || virtual.includes(`${name}_`)) continue;
    const values = await (db as unknown as AnyDatabase).selectFrom(name).selectAll().execute();
    if (values.length > 0) rows.push({ table: name, values });
  }
  return { statements: own.map((row) => row.sql), rows };
}

/** Whether the database still was empty, so that it was written. */
function write({ db }: Opened, { statements, rows }: Remembered): Promise<boolean> {
  return (db as unknown as AnyDatabase).transaction().execute(async (transaction) => {
    if (!(await isEmpty(transaction as unknown as Opened['db']))) return false;
    for (const statement of statements) await sql.raw(statement).execute(transaction);
    for (const { table, values } of rows) await transaction.insertInto(table).values(values).execute();
    return true;
  });
}
