import { CompiledQuery, PostgresAdapter } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from './schema.js';

/**
 * Cached texts of the statements that every turn runs row by row, by their columns. For a single row, Kysely takes
 * longer to build the text than the database takes to run it.
 */
const texts = new Map<string, string>();
/** There are few shapes. At this size the cache is simply cleared. */
const MOST_TEXTS = 500;

type Values<Table extends keyof Database> = { readonly [Column in keyof Database[Table]]?: unknown };

/** Returns how many rows were stored; fewer than given if conflicts were ignored. */
export async function insertRows<Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  rows: readonly Values<Table>[],
  options: { onConflict?: 'nothing' } = {},
): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const columns = Object.keys(first) as (keyof Database[Table] & string)[];
  const place = placesFor(db);
  const text = remembered(
    `${place(1)} insert ${table} ${options.onConflict} ${rows.length} ${columns.join()}`,
    () => {
      let at = 0;
      const row = () => `(${columns.map(() => place((at += 1))).join(', ')})`;
      const values = rows.map(row).join(', ');
      const conflict = options.onConflict ? ' on conflict do nothing' : '';
      return `insert into "${table}" (${columns.map(quoted).join(', ')}) values ${values}${conflict}`;
    },
  );
  const parameters = rows.flatMap((row) => columns.map((column) => row[column] ?? null));
  return changesOf(await db.executeQuery(CompiledQuery.raw(text, parameters)));
}

/** Returns how many rows were changed. */
export async function updateRows<Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  change: { set: Values<Table>; where: Values<Table> },
): Promise<number> {
  const columns = Object.keys(change.set);
  const conditions = Object.keys(change.where);
  const place = placesFor(db);
  const text = remembered(`${place(1)} update ${table} ${columns.join()} ${conditions.join()}`, () => {
    let at = 0;
    const equal = (column: string) => `${quoted(column)} = ${place((at += 1))}`;
    const set = columns.map(equal).join(', ');
    return `update "${table}" set ${set} where ${conditions.map(equal).join(' and ')}`;
  });
  const parameters = [...Object.values(change.set), ...Object.values(change.where)];
  return changesOf(await db.executeQuery(CompiledQuery.raw(text, parameters)));
}

/**
 * Runs a statement that reads or returns rows. `?` stands for a parameter in both databases; the text must contain no
 * other one.
 */
export async function readRows<Row>(
  db: Kysely<Database>,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  return (await db.executeQuery<Row>(statement(db, text, parameters))).rows;
}

/** Like `readRows`, for a statement that returns no rows. Returns how many rows it changed. */
export async function changeRows(
  db: Kysely<Database>,
  text: string,
  parameters: readonly unknown[],
): Promise<number> {
  return changesOf(await db.executeQuery(statement(db, text, parameters)));
}

function statement(db: Kysely<Database>, text: string, parameters: readonly unknown[]): CompiledQuery {
  const place = placesFor(db);
  const native = remembered(`${place(1)} ${text}`, () => {
    let at = 0;
    return text.replaceAll('?', () => place((at += 1)));
  });
  return CompiledQuery.raw(native, [...parameters]);
}

function placesFor(db: Kysely<Database>): (position: number) => string {
  return db.getExecutor().adapter instanceof PostgresAdapter ? numberedPlace : questionMark;
}

function numberedPlace(position: number): string {
  return `$${position}`;
}

function questionMark(): string {
  return '?';
}

function quoted(column: string): string {
  return `"${column}"`;
}

function changesOf(result: { numAffectedRows?: bigint }): number {
  return Number(result.numAffectedRows ?? 0n);
}

function remembered(key: string, make: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  const made = make();
  texts.set(key, made);
  return made;
}
