import type { JsonValue } from '@ibid/core';
import type { Kysely } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';

/** The stored answer to a request, for repeats. */
export interface IdempotentAnswer {
  requestHash: string;
  status: number;
  response: JsonValue;
}

/** Answers to requests with an idempotency key; repeating one has no effect. */
export class IdempotencyRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(userId: string, key: string): Promise<IdempotentAnswer | null> {
    const row = await this.#db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst();
    return row
      ? {
          requestHash: row.request_hash,
          status: row.status,
          response: fromJson(row.response),
        }
      : null;
  }

  /** `db` is the transaction that does the work: the answer is stored if and only if the work is. */
  async save(
    db: Kysely<Database>,
    options: { userId: string; key: string; answer: IdempotentAnswer },
  ): Promise<void> {
    await db
      .insertInto('idempotency_keys')
      .values({
        user_id: options.userId,
        key: options.key,
        request_hash: options.answer.requestHash,
        status: options.answer.status,
        response: toJson(options.answer.response),
        created_at: new Date().toISOString(),
      })
      .execute();
  }

  async deleteBefore(time: string): Promise<void> {
    await this.#db.deleteFrom('idempotency_keys').where('created_at', '<', time).execute();
  }
}
