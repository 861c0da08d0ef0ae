import type { DynamicToolRecord, DynamicToolStore } from '@ibid/retrieval/internal';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * Dynamic tools in the database, shared between servers until they expire.
 *
 * ```ts
 * import { DynamicToolRepository, openDatabase } from '@ibid/store';
 *
 * const { db, close } = await openDatabase({ folder: ':memory:' });
 * const tools = new DynamicToolRepository({ db });
 * await tools.removeExpired(new Date().toISOString());
 * await close();
 * ```
 */
export class DynamicToolRepository implements DynamicToolStore {
  readonly #db: Kysely<Database>;

  constructor(options: { db: Kysely<Database> }) {
    this.#db = options.db;
  }

  async save(records: readonly DynamicToolRecord[]): Promise<void> {
    if (records.length === 0) return;
    await this.#db
      .insertInto('dynamic_tools')
      .values(
        records.map((record) => ({
          conversation_id: record.conversationId,
          name: record.name,
          owner_id: record.ownerId,
          kind: record.kind,
          item_id: record.itemId,
          title: record.title,
          size: record.size,
          expires_at: record.expiresAt,
          promise: record.promise,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['conversation_id', 'owner_id', 'name']).doUpdateSet((values) => ({
          title: values.ref('excluded.title'),
          size: values.ref('excluded.size'),
          expires_at: values.ref('excluded.expires_at'),
          promise: values.ref('excluded.promise'),
        })),
      )
      .execute();
  }

  async list(options: {
    conversationId: string;
    ownerId: string;
    now: string;
    limit: number;
  }): Promise<DynamicToolRecord[]> {
    const rows = await this.#db
      .selectFrom('dynamic_tools')
      .selectAll()
      .where('conversation_id', '=', options.conversationId)
      .where('owner_id', '=', options.ownerId)
      .where('expires_at', '>', options.now)
      .orderBy('promise', 'desc')
      .orderBy('name')
      .limit(options.limit)
      .execute();
    return rows.map((row) => ({
      name: row.name,
      kind: row.kind,
      itemId: row.item_id,
      title: row.title,
      size: row.size,
      conversationId: row.conversation_id,
      ownerId: row.owner_id,
      expiresAt: row.expires_at,
      promise: row.promise,
    }));
  }

  /** Returns how many were removed. */
  async removeExpired(now: string): Promise<number> {
    const result = await this.#db
      .deleteFrom('dynamic_tools')
      .where('expires_at', '<=', now)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}
