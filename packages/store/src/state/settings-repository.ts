import type { JsonValue } from '@ibid/core';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** Values by key, for the whole system (`system`) or for one user (the user's id). */
export class SettingsRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async all(scope: string): Promise<Record<string, JsonValue>> {
    const rows = await this.#db
      .selectFrom('settings')
      .select(['key', 'value'])
      .where('scope', '=', scope)
      .execute();
    return Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as JsonValue]));
  }

  async get(scope: string, key: string): Promise<JsonValue | undefined> {
    const row = await this.#db
      .selectFrom('settings')
      .select('value')
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst();
    return row ? (JSON.parse(row.value) as JsonValue) : undefined;
  }

  async set(scope: string, key: string, value: JsonValue): Promise<void> {
    const row = {
      scope,
      key,
      value: JSON.stringify(value),
      updated_at: new Date().toISOString(),
    };
    await this.#db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['scope', 'key']).doUpdateSet({ value: row.value, updated_at: row.updated_at }),
      )
      .execute();
  }

  async delete(scope: string, key: string): Promise<void> {
    await this.#db.deleteFrom('settings').where('scope', '=', scope).where('key', '=', key).execute();
  }
}
