import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';

const DEAD_AFTER_MILLISECONDS = 30_000;

/** In a container every process has the same number: only ids given in this run are this process's own. */
const registeredHere = new Set<string>();

/**
 * Which processes are alive: each writes a sign of life, and one on this machine can be asked for directly.
 */
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

  /** Also for a process that was taken for dead and removed: it is back. */
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

  /** Ids of the living; rows of the dead are deleted. */
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

function processExists(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
