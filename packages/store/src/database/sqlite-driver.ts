import { IdentifierNode, RawNode, createQueryId } from 'kysely';
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryCompiler,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import { giveWay, isTimeToGiveWay } from './give-way.js';
import { Mutex } from './mutex.js';
import type { SqliteHandle } from './sqlite-handle.js';
import { isBusy, retryWhileBusy } from './retry-while-busy.js';

/**
 * Kysely over two connections to one file. Writes and transactions queue for the first. While one of them is open,
 * plain reads use the second and see the last committed state, so a long transaction delays no reader.
 */
export class SqliteDriver implements Driver {
  readonly #writer: SqliteHandle;
  readonly #reader: SqliteHandle;
  readonly #queue = new Mutex();

  /** The same handle twice if there is only one connection (a database in memory). */
  constructor(handles: { writer: SqliteHandle; reader: SqliteHandle }) {
    this.#writer = handles.writer;
    this.#reader = handles.reader;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new RoutedConnection(this.#writer, this.#reader, this.#queue);
  }

  async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    await (connection as RoutedConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as RoutedConnection).end('commit');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as RoutedConnection).end('rollback');
  }

  async savepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    await connection.executeQuery(compile(savepointCommand('savepoint', name), createQueryId()));
  }

  async rollbackToSavepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    await connection.executeQuery(compile(savepointCommand('rollback to', name), createQueryId()));
  }

  async releaseSavepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    await connection.executeQuery(compile(savepointCommand('release', name), createQueryId()));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    if (this.#reader !== this.#writer) this.#reader.close();
    this.#writer.close();
  }
}

function savepointCommand(command: string, name: string): RawNode {
  return RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(name)]);
}

const READS = /^\s*select\b/i;

class RoutedConnection implements DatabaseConnection {
  #inTransaction = false;
  readonly writer: SqliteHandle;
  readonly reader: SqliteHandle;
  readonly queue: Mutex;

  constructor(writer: SqliteHandle, reader: SqliteHandle, queue: Mutex) {
    this.writer = writer;
    this.reader = reader;
    this.queue = queue;
  }

  async begin(): Promise<void> {
    await this.queue.lock();
    try {
      // Take the write lock at once: no later statement can fail because another process writes.
      await retryWhileBusy(() => this.writer.run('begin immediate', []));
      this.#inTransaction = true;
    } catch (error) {
      this.queue.unlock();
      throw error;
    }
  }

  end(command: 'commit' | 'rollback'): void {
    if (!this.#inTransaction) return;
    try {
      this.writer.run(command, []);
    } catch (error) {
      // A failed commit (disk full) leaves the transaction open; roll it back.
      if (command === 'commit') this.#abandon();
      throw error;
    } finally {
      this.#inTransaction = false;
      this.queue.unlock();
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#inTransaction) {
      if (isTimeToGiveWay()) await giveWay();
      return asResult(this.writer.run(query.sql, query.parameters));
    }
    if (READS.test(query.sql) && (this.queue.isFree || this.reader !== this.writer))
      return asResult(this.#read(query));
    await this.queue.lock();
    try {
      return asResult(await retryWhileBusy(() => this.writer.run(query.sql, query.parameters)));
    } finally {
      this.queue.unlock();
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const handle = this.#inTransaction ? this.writer : this.reader;
    for (const row of handle.iterate(query.sql, query.parameters)) yield { rows: [row as Row] };
  }

  /**
   * Reads on the writing connection while it is idle: every commit invalidates the other connection's page cache, which
   * then has to read the pages from the log again.
   */
  #read(query: CompiledQuery): ReturnType<SqliteHandle['run']> {
    if (this.queue.isFree) {
      try {
        return this.writer.run(query.sql, query.parameters);
      } catch (error) {
        // The writer does not wait for a lock held by another process; the reader does.
        if (!isBusy(error)) throw error;
      }
    }
    return this.reader.run(query.sql, query.parameters);
  }

  #abandon(): void {
    try {
      this.writer.run('rollback', []);
    } catch {
      // SQLite had already rolled back.
    }
  }
}

function asResult<Row>(result: { rows: unknown[]; changes?: bigint }): QueryResult<Row> {
  return result.changes === undefined
    ? { rows: result.rows as Row[] }
    : { rows: result.rows as Row[], numAffectedRows: result.changes };
}
