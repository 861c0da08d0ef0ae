import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** Per run; the rest follows in the next. */
const MOST_AT_ONCE = 1_000;

/** ORG-3: objects not touched since a given time, for retention. */
export class RetentionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Conversations without activity since then, and without a running turn. */
  async conversations(before: string): Promise<string[]> {
    const rows = await this.#conversations(before).select('id').limit(MOST_AT_ONCE).execute();
    return rows.map((row) => row.id);
  }

  async countConversations(before: string): Promise<number> {
    const row = await this.#conversations(before)
      .select((build) => build.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** Items of a knowledge base whose content was added before then, except those that a kept folder would add again. */
  async items(knowledgeBaseId: string, before: string, exceptBelow: readonly string[]): Promise<string[]> {
    let query = this.#db
      .selectFrom('items')
      .innerJoin('knowledge_bases', 'knowledge_bases.row', 'items.base_row')
      .select('items.id as id')
      .where('knowledge_bases.id', '=', knowledgeBaseId)
      .where('items.updated_at', '<', before);
    for (const prefix of exceptBelow)
      query = query.where((build) =>
        build.or([
          build('items.external_id', 'is', null),
          build(
            build.fn('substr', ['items.external_id', build.lit(1), build.lit(prefix.length)]),
            '<>',
            prefix,
          ),
        ]),
      );
    return (await query.limit(MOST_AT_ONCE).execute()).map((row) => row.id);
  }

  /** Deletes finished jobs, and with them the names of their files. */
  async deleteJobs(before: string): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('jobs')
      .where('finished_at', '<', before)
      .where('state', 'in', ['complete', 'failed', 'cancelled'])
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  async countJobs(before: string): Promise<number> {
    const row = await this.#db
      .selectFrom('jobs')
      .select((build) => build.fn.countAll<number>().as('count'))
      .where('finished_at', '<', before)
      .where('state', 'in', ['complete', 'failed', 'cancelled'])
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  async deleteUsage(before: string): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('usage')
      .where('created_at', '<', before)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  async countUsage(before: string): Promise<number> {
    const row = await this.#db
      .selectFrom('usage')
      .select((build) => build.fn.countAll<number>().as('count'))
      .where('created_at', '<', before)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  #conversations(before: string) {
    return this.#db
      .selectFrom('conversations')
      .where('updated_at', '<', before)
      .where((build) =>
        build.not(
          build.exists(
            build
              .selectFrom('turns')
              .select('turns.id')
              .whereRef('turns.conversation_id', '=', 'conversations.id')
              .where('turns.status', '=', 'running'),
          ),
        ),
      );
  }
}
