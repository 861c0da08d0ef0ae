import type { Source } from '@ibid/core';
import type { Kysely } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';

/** One response of the Responses API, with its request. */
export interface StoredResponse {
  id: string;
  userId: string;
  previousId: string | null;
  /** In the format of the caller's API. */
  messages: object[];
  /** REF-2: numbers stay the same along a chain. */
  sources: Source[];
}

/** Longer chains are not followed further back. */
const LONGEST_CHAIN = 1_000;
const AT_ONCE = 500;

/** Responses that a caller may continue by id. */
export class ResponseRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async save(response: StoredResponse): Promise<void> {
    await this.#db
      .insertInto('responses')
      .values({
        id: response.id,
        user_id: response.userId,
        previous_id: response.previousId,
        messages: toJson(response.messages),
        sources: toJson(response.sources),
        created_at: new Date().toISOString(),
      })
      .execute();
  }

  /**
   * All messages up to this response, oldest first. Null if it or an earlier one is missing or belongs to someone else.
   */
  async chain(userId: string, id: string): Promise<Pick<StoredResponse, 'messages' | 'sources'> | null> {
    const parts: object[][] = [];
    let sources: Source[] | null = null;
    for (let next: string | null = id; next !== null && parts.length < LONGEST_CHAIN;) {
      const row = await this.#find(userId, next);
      if (!row) return null;
      parts.push(fromJson(row.messages));
      sources ??= fromJson(row.sources);
      next = row.previous_id;
    }
    return { messages: parts.toReversed().flat(), sources: sources ?? [] };
  }

  /** ORG-3: replaces the titles of deleted items with `mark` and drops their addresses. */
  async forgetSources(mark: string): Promise<void> {
    for (let after = ''; ;) {
      const rows = await this.#db
        .selectFrom('responses')
        .select(['id', 'sources'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute();
      for (const { id, sources } of rows) {
        const known = fromJson(sources);
        const gone = await this.#deleted(known.filter(({ title }) => title !== mark));
        if (gone.size === 0) continue;
        const left = known.map((source): Source => {
          if (!gone.has(source.itemId)) return source;
          const { url: _url, ...rest } = source;
          return { ...rest, title: mark };
        });
        await this.#db
          .updateTable('responses')
          .set({ sources: toJson(left) })
          .where('id', '=', id)
          .execute();
      }
      const last = rows.at(-1);
      if (!last || rows.length < AT_ONCE) return;
      after = last.id;
    }
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.#db.deleteFrom('responses').where('user_id', '=', userId).execute();
  }

  async deleteBefore(time: string): Promise<void> {
    await this.#db.deleteFrom('responses').where('created_at', '<', time).execute();
  }

  async #deleted(sources: readonly Source[]): Promise<Set<string>> {
    if (sources.length === 0) return new Set();
    const rows = await this.#db
      .selectFrom('deleted_items')
      .select('id')
      .where(
        'id',
        'in',
        sources.map(({ itemId }) => itemId),
      )
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  #find(userId: string, id: string) {
    return this.#db
      .selectFrom('responses')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
  }
}
