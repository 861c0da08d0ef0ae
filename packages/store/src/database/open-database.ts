import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Kysely, PostgresDialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { Dialect } from 'kysely';
import { migrate } from '../migrations/migrate.js';
import { Mutex } from './mutex.js';
import { requireWholeFile } from './require-whole-file.js';
import { openPostgresPool } from './open-postgres-pool.js';
import type { Database } from './schema.js';
import { SqliteDriver } from './sqlite-driver.js';
import { SqliteHandle } from './sqlite-handle.js';
import { loadSqlite } from './sqlite-library.js';
import type { SqliteConnection } from './sqlite-library.js';

/** The kind of database. */
export type DialectName = 'sqlite' | 'postgres';

/** An open database with an up-to-date schema. */
export interface OpenDatabase {
  db: Kysely<Database>;
  dialect: DialectName;
  /** Where the data is; null for PostgreSQL and for a database in memory. */
  folder: string | null;
  /** Version of the database software. */
  version(): Promise<string>;
  close(): Promise<void>;
}

/** Where to keep the data: in PostgreSQL, in a folder, or in memory. */
export interface OpenDatabaseOptions {
  /** `postgres://…`; otherwise `folder` holds the data. */
  url?: string;
  /** The data folder; `:memory:` for a database that is lost when closed. */
  folder?: string;
  /** Called for each SQLite connection before its first query, e.g. to add functions. */
  prepareConnection?: (connection: SqliteConnection) => void;
  /** Connections to PostgreSQL. Default 10. */
  poolSize?: number;
}

/**
 * Opens the database and brings its schema up to date.
 *
 * ```ts
 * import { openDatabase } from '@ibid/store';
 *
 * const { db, dialect, close } = await openDatabase({ folder: ':memory:' });
 * console.log(dialect, await db.selectFrom('users').selectAll().execute()); // 'sqlite' []
 * await close();
 * ```
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const opened = options.url ? await openPostgres(options.url, options) : await openSqlite(options);
  try {
    await migrate(opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

async function openPostgres(url: string, options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const pool = await openPostgresPool({ url, poolSize: options.poolSize ?? 10 });
  return asOpenDatabase('postgres', null, new PostgresDialect({ pool }));
}

/** How many times this process has each file open. */
const openHere = new Map<string, number>();
const entering = new Mutex();

/**
 * Checks that the file is intact before it is opened. SQLite's locks belong to the process, and closing any handle on
 * the file drops them. The file is therefore read only while nothing in this process has it open, by one opener at a
 * time.
 */
async function enter(folder: string, path: string): Promise<() => void> {
  const key = resolve(path);
  await entering.lock();
  try {
    const others = openHere.get(key) ?? 0;
    if (others === 0) await requireWholeFile(folder, path);
    openHere.set(key, others + 1);
  } finally {
    entering.unlock();
  }
  return () => void openHere.set(key, (openHere.get(key) ?? 1) - 1);
}

async function openSqlite(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const folder = options.folder ?? ':memory:';
  const inMemory = folder === ':memory:';
  if (!inMemory) await mkdir(folder, { recursive: true, mode: 0o700 });
  const open = await loadSqlite();
  const path = inMemory ? folder : join(folder, 'ibid.db');
  const leave = inMemory ? () => {} : await enter(folder, path);
  const connect = (): SqliteHandle => {
    const connection = open(path);
    connection.exec('pragma busy_timeout = 5000');
    connection.exec('pragma journal_mode = wal');
    connection.exec('pragma synchronous = normal');
    connection.exec('pragma foreign_keys = on');
    // Overwrite deleted content instead of leaving it in free pages (ORG-3).
    connection.exec('pragma secure_delete = on');
    connection.exec('pragma temp_store = memory');
    connection.exec('pragma cache_size = -16000');
    options.prepareConnection?.(connection);
    return new SqliteHandle(connection);
  };
  let writer: SqliteHandle;
  try {
    writer = connect();
  } catch (error) {
    leave();
    throw error;
  }
  // Longer waits for a lock happen outside SQLite, where they block nobody (`retryWhileBusy`).
  writer.connection.exec('pragma busy_timeout = 2');
  const reader = inMemory ? writer : connect();
  if (reader !== writer) reader.connection.exec('pragma query_only = on');
  const driver = new SqliteDriver({ writer, reader });
  const opened = asOpenDatabase('sqlite', inMemory ? null : folder, {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  });
  let isClosed = false;
  return {
    ...opened,
    async close() {
      await opened.close();
      if (!isClosed) leave();
      isClosed = true;
    },
  };
}

function asOpenDatabase(name: DialectName, folder: string | null, dialect: Dialect): OpenDatabase {
  const db = new Kysely<Database>({ dialect });
  const version = async (): Promise<string> => {
    const query = name === 'sqlite' ? sql`select sqlite_version() as version` : sql`show server_version`;
    const row = (await query.execute(db)).rows[0] as Record<string, string> | undefined;
    return Object.values(row ?? {})[0] ?? 'unknown';
  };
  return { db, dialect: name, folder, version, close: () => db.destroy() };
}
