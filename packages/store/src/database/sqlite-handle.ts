import type { SqliteConnection, SqliteStatement } from './sqlite-library.js';

const CACHED_STATEMENTS = 256;

interface CachedStatement {
  statement: SqliteStatement;
  returnsRows: boolean;
}

export interface StatementResult {
  rows: unknown[];
  changes?: bigint;
}

/** One connection with a cache of prepared statements. For most of our queries, preparing costs more than running. */
export class SqliteHandle {
  readonly connection: SqliteConnection;
  readonly #statements = new Map<string, CachedStatement>();

  constructor(connection: SqliteConnection) {
    this.connection = connection;
  }

  run(sql: string, parameters: readonly unknown[]): StatementResult {
    const { statement, returnsRows } = this.#prepare(sql);
    const values = parameters.map(bindable);
    if (returnsRows) return { rows: statement.all(...values) };
    const { changes } = statement.run(...values);
    return { rows: [], changes: BigInt(changes) };
  }

  /** Bypasses the cache: the statement stays busy until the iteration ends. */
  iterate(sql: string, parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.connection.prepare(sql).iterate(...parameters.map(bindable));
  }

  close(): void {
    this.#statements.clear();
    this.connection.close();
  }

  #prepare(sql: string): CachedStatement {
    const known = this.#statements.get(sql);
    if (known) {
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const statement = this.connection.prepare(sql);
    const made = { statement, returnsRows: statement.columns().length > 0 };
    this.#statements.set(sql, made);
    if (this.#statements.size > CACHED_STATEMENTS) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return made;
  }
}

/** SQLite has no booleans and rejects `undefined`. */
function bindable(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value;
}
