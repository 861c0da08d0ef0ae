/** The part of Node's SQLite interface that we use; `node:sqlite` and `@photostructure/sqlite` both have it. */
export interface SqliteStatement {
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
  columns(): unknown[];
}

/** The subset of an SQLite connection that we use, the same on every runtime. */
export interface SqliteConnection {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
  /** Adds a function callable from SQL. */
  function(
    name: string,
    options: { deterministic?: boolean; varargs?: boolean },
    run: (...values: never[]) => unknown,
  ): void;
}

export type OpenSqlite = (path: string) => SqliteConnection;

interface SqliteModule {
  DatabaseSync: new (path: string) => SqliteConnection;
  StatementSync: { prototype: object };
}

/** In a variable, because the types of Node 20 don't know the module and bundlers must not resolve it. */
const builtInName = 'node:sqlite';

/** Loads `node:sqlite` if the runtime has a complete one, otherwise the package with the same interface (Node 20). */
export async function loadSqlite(): Promise<OpenSqlite> {
  const library = (await builtIn()) ?? ((await import('@photostructure/sqlite')) as SqliteModule);
  return (path) => new library.DatabaseSync(path);
}

async function builtIn(): Promise<SqliteModule | null> {
  try {
    const library = (await import(builtInName)) as SqliteModule;
    // Early versions of Node 22 lack `columns`, without which we can't tell a query from a command.
    return 'columns' in library.StatementSync.prototype ? library : null;
  } catch {
    return null;
  }
}
