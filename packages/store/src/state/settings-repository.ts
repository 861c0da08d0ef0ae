import type { JsonValue } from '@ibid/core';
import type { Kysely } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';

/**
 * Cached, because every turn reads them several times. Changes by another process take effect at most this much later.
 */
const MEMORY_MILLISECONDS = 1_000;
const MOST_REMEMBERED = 1_000;

/** Values by key, for the whole system (`system`) or for one user (the user's id). */
export class SettingsRepository {
  readonly #db: Kysely<Database>;
  readonly #remembered = new Map<string, { at: number; values: Promise<Record<string, JsonValue>> }>();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The result must not be modified. */
  all(scope: string): Promise<Readonly<Record<string, JsonValue>>> {
    const now = performance.now();
    const known = this.#remembered.get(scope);
    if (known && now - known.at < MEMORY_MILLISECONDS) return known.values;
    const values = this.#read(scope);
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(scope, { at: now, values });
    values.catch(() => this.#remembered.delete(scope));
    return values;
  }

  /** Clears the cache, for a caller that is about to change a value. */
  forget(scope: string): void {
    this.#remembered.delete(scope);
  }

  async #read(scope: string): Promise<Record<string, JsonValue>> {
    const rows = await this.#db
      .selectFrom('settings')
      .select(['key', 'value'])
      .where('scope', '=', scope)
      .execute();
    return Object.fromEntries(rows.map((row) => [row.key, fromJson(row.value)]));
  }

  async get(scope: string, key: string): Promise<JsonValue | undefined> {
    const row = await this.#db
      .selectFrom('settings')
      .select('value')
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst();
    return row ? fromJson(row.value) : undefined;
  }

  async set(scope: string, key: string, value: JsonValue): Promise<void> {
    const row = {
      scope,
      key,
      value: toJson(value),
      updated_at: new Date().toISOString(),
    };
    await this.#db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['scope', 'key']).doUpdateSet({ value: row.value, updated_at: row.updated_at }),
      )
      .execute();
    this.#remembered.delete(scope);
  }

  /**
   * Compare-and-set: writes only if the value is still `before` (null: absent). Returns false if another writer was
   * first.
   */
  async replace(scope: string, key: string, before: JsonValue | null, after: JsonValue): Promise<boolean> {
    this.#remembered.delete(scope);
    const updated_at = new Date().toISOString();
    const value = toJson(after);
    if (before === null) {
      const { numInsertedOrUpdatedRows: made } = await this.#db
        .insertInto('settings')
        .values({ scope, key, value, updated_at })
        .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
        .executeTakeFirstOrThrow();
      return (made ?? 0n) > 0n;
    }
    const { numUpdatedRows } = await this.#db
      .updateTable('settings')
      .set({ value, updated_at })
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('value', '=', toJson(before))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async deleteScope(scope: string): Promise<void> {
    await this.#db.deleteFrom('settings').where('scope', '=', scope).execute();
    this.#remembered.delete(scope);
  }

  async delete(scope: string, key: string): Promise<void> {
    await this.#db.deleteFrom('settings').where('scope', '=', scope).where('key', '=', key).execute();
    this.#remembered.delete(scope);
  }
}
