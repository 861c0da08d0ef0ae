import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../database/schema.js';

type Row = Selectable<Database['connected_items']>;
type ConnectedItem = Omit<Row, 'source_id'>;

/** What was taken in of a source: in which revision, and by which run it was named last (KB-10). */
export class ConnectedItemRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async get(sourceId: string, id: string): Promise<ConnectedItem | null> {
    const row = await this.#db
      .selectFrom('connected_items')
      .select(['id', 'revision', 'pipeline', 'memo', 'access', 'run'])
      .where('source_id', '=', sourceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row ?? null;
  }

  async put(sourceId: string, item: ConnectedItem): Promise<void> {
    const { revision, pipeline, memo, access, run } = item;
    await this.#db
      .insertInto('connected_items')
      .values({ ...item, source_id: sourceId })
      .onConflict((conflict) =>
        conflict.columns(['source_id', 'id']).doUpdateSet({ revision, pipeline, memo, access, run }),
      )
      .execute();
  }

  /** It is there in the revision that is known. */
  async seen(sourceId: string, id: string, run: number): Promise<void> {
    await this.#db
      .updateTable('connected_items')
      .set({ run })
      .where('source_id', '=', sourceId)
      .where('id', '=', id)
      .execute();
  }

  async count(sourceId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('connected_items')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .where('source_id', '=', sourceId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** What the run did not name. */
  async notSeen(sourceId: string, run: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('connected_items')
      .select('id')
      .where('source_id', '=', sourceId)
      .where('run', '!=', run)
      .execute();
    return rows.map(({ id }) => id);
  }

  async remove(sourceId: string, id: string): Promise<void> {
    await this.#db
      .deleteFrom('connected_items')
      .where('source_id', '=', sourceId)
      .where('id', '=', id)
      .execute();
  }

  /** Everything is read anew: what was filled in has changed. */
  async forgetRevisions(sourceId: string): Promise<void> {
    await this.#db
      .updateTable('connected_items')
      .set({ revision: '', pipeline: '', memo: null })
      .where('source_id', '=', sourceId)
      .execute();
  }
}
