import { WITHOUT_ITEM, type KnownItem } from '@ibid/retrieval/internal';
import type { Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database/schema.js';

/** The items added from a source, with their revision and the last run that listed them (KB-10). */
export class ConnectedItemRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async get(sourceId: string, id: string): Promise<KnownItem | null> {
    const row = await this.#db
      .selectFrom('connected_items')
      .select(['id', 'revision', 'pipeline', 'memo', 'access', 'run'])
      .select(['failed_name as failedName', 'failed_reason as failedReason'])
      .where('source_id', '=', sourceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row ?? null;
  }

  async put(sourceId: string, item: KnownItem): Promise<void> {
    const { id, failedName, failedReason, ...rest } = item;
    const values = { ...rest, failed_name: failedName, failed_reason: failedReason };
    await this.#db
      .insertInto('connected_items')
      .values({ ...values, id, source_id: sourceId })
      .onConflict((conflict) => conflict.columns(['source_id', 'id']).doUpdateSet(values))
      .execute();
  }

  /** Notes that the source still lists it in the known revision. */
  async seen(sourceId: string, id: string, run: number): Promise<void> {
    await this.#db
      .updateTable('connected_items')
      .set({ run })
      .where('source_id', '=', sourceId)
      .where('id', '=', id)
      .execute();
  }

  /** How many items were added, and how many could not be read. */
  async count(sourceId: string): Promise<{ items: number; failed: number }> {
    const isHere = sql<SqlBool>`pipeline not like ${`${WITHOUT_ITEM}%`}`;
    const isFailed = sql<SqlBool>`failed_reason is not null`;
    const row = await this.#db
      .selectFrom('connected_items')
      .select((expression) => [
        expression.fn.countAll<number>().filterWhere(isHere).as('items'),
        expression.fn.countAll<number>().filterWhere(isFailed).as('failed'),
      ])
      .where('source_id', '=', sourceId)
      .executeTakeFirstOrThrow();
    return { items: Number(row.items), failed: Number(row.failed) };
  }

  /** The ones that could not be read, and why. */
  async listFailed(sourceId: string, limit: number): Promise<{ name: string; reason: string }[]> {
    const rows = await this.#db
      .selectFrom('connected_items')
      .select(['failed_name as name', 'failed_reason as reason'])
      .where('source_id', '=', sourceId)
      .where('failed_reason', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ name, reason }) => ({ name: name ?? '', reason: reason ?? '' }));
  }

  /** Items that the run did not list. */
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

  /** Forces everything to be read again, after the settings of the source have changed. */
  async forgetRevisions(sourceId: string): Promise<void> {
    await this.#db
      .updateTable('connected_items')
      .set({ revision: '', pipeline: '', memo: null, failed_name: null, failed_reason: null })
      .where('source_id', '=', sourceId)
      .execute();
  }
}
