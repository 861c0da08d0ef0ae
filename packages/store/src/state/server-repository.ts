import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import { processExists } from './process-exists.js';

const DEAD_AFTER_MILLISECONDS = 30_000;

/** In containers all processes may have the same pid: only ids registered in this run belong to this process. */
const registeredHere = new Set<string>();

/** Knows which processes are alive: each writes heartbeats, and processes on this machine are checked directly. */
export class ServerRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async register(): Promise<string> {
    const id = newId();
    registeredHere.add(id);
    const now = new Date().toISOString();
    await this.#db
      .insertInto('servers')
      .values({ id, host: hostname(), process_id: process.pid, started_at: now, heartbeat_at: now })
      .execute();
    return id;
  }

  /** Also registers a process again that was presumed dead and removed. */
  async heartbeat(id: string): Promise<void> {
    const now = new Date().toISOString();
    await this.#db
      .insertInto('servers')
      .values({ id, host: hostname(), process_id: process.pid, started_at: now, heartbeat_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ heartbeat_at: now }))
      .execute();
  }

  async remove(id: string): Promise<void> {
    registeredHere.delete(id);
    await this.#db.deleteFrom('servers').where('id', '=', id).execute();
  }

  /** Ids of living processes; deletes the rows of dead ones. */
  async living(): Promise<string[]> {
    const rows = await this.#db.selectFrom('servers').selectAll().execute();
    const oldest = new Date(Date.now() - DEAD_AFTER_MILLISECONDS).toISOString();
    const dead = rows.filter(
      (row) =>
        !registeredHere.has(row.id) &&
        (row.heartbeat_at < oldest ||
          (row.host === hostname() && (row.process_id === process.pid || !processExists(row.process_id)))),
    );
    for (const row of dead) await this.remove(row.id);
    return rows.filter((row) => !dead.includes(row)).map((row) => row.id);
  }
}
