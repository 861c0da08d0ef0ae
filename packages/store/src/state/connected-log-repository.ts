import type { Kysely, Selectable } from 'kysely';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';

export type ConnectedLogLine = Pick<Selectable<Database['connected_log']>, 'at' | 'level' | 'text'>;

const MOST_LINES = 500;
const MOST_CHARACTERS = 1_000;

/** The log of a source; only the newest lines are kept (KB-10). */
export class ConnectedLogRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async add(sourceId: string, level: ConnectedLogLine['level'], text: string): Promise<void> {
    const line = { id: newId(), at: new Date().toISOString(), level, text: text.slice(0, MOST_CHARACTERS) };
    await this.#db
      .insertInto('connected_log')
      .values({ ...line, source_id: sourceId })
      .execute();
  }

  async list(sourceId: string, limit: number): Promise<ConnectedLogLine[]> {
    return this.#db
      .selectFrom('connected_log')
      .select(['at', 'level', 'text'])
      .where('source_id', '=', sourceId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Deletes old lines. */
  async trim(sourceId: string): Promise<void> {
    const last = await this.#db
      .selectFrom('connected_log')
      .select('id')
      .where('source_id', '=', sourceId)
      .orderBy('id', 'desc')
      .offset(MOST_LINES)
      .limit(1)
      .executeTakeFirst();
    if (!last) return;
    await this.#db
      .deleteFrom('connected_log')
      .where('source_id', '=', sourceId)
      .where('id', '<=', last.id)
      .execute();
  }
}
