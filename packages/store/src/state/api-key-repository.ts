import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import { hashToken } from './session-repository.js';

/** `read`: view everything of the user's; `write`: also send, upload and change; `admin`: also settings and users. */
export type ApiKeyScope = 'read' | 'write' | 'admin';

/** A key without its secret. */
export interface ApiKey {
  id: string;
  userId: string;
  name: string;
  prefix: string;
  scopes: ApiKeyScope[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

/** Recording the exact time of use would turn every read request into a write. */
const LAST_USED_PRECISION_MILLISECONDS = 60_000;

/** API keys; only their hashes are stored. */
export class ApiKeyRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The key itself is only in the result and cannot be read again. */
  async create(options: {
    userId: string;
    name: string;
    scopes: readonly ApiKeyScope[];
    expiresAt?: string | null;
  }): Promise<{ key: string; apiKey: ApiKey }> {
    const key = `ibid_${randomBytes(30).toString('base64url')}`;
    const row = {
      id: newId(),
      user_id: options.userId,
      name: options.name,
      key_hash: hashToken(key),
      prefix: key.slice(0, 10),
      scopes: toJson(options.scopes),
      created_at: new Date().toISOString(),
      expires_at: options.expiresAt ?? null,
      last_used_at: null,
    };
    await this.#db.insertInto('api_keys').values(row).execute();
    return { key, apiKey: toApiKey(row) };
  }

  async find(key: string): Promise<ApiKey | null> {
    const row = await this.#db
      .selectFrom('api_keys')
      .selectAll()
      .where('key_hash', '=', hashToken(key))
      .executeTakeFirst();
    const now = new Date();
    if (!row || (row.expires_at !== null && row.expires_at <= now.toISOString())) return null;
    const used = row.last_used_at === null ? 0 : Date.parse(row.last_used_at);
    if (now.getTime() - used > LAST_USED_PRECISION_MILLISECONDS) {
      await this.#db
        .updateTable('api_keys')
        .set({ last_used_at: now.toISOString() })
        .where('id', '=', row.id)
        .execute();
    }
    return toApiKey(row);
  }

  async list(userId: string): Promise<ApiKey[]> {
    const rows = await this.#db
      .selectFrom('api_keys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    return rows.map(toApiKey);
  }

  async delete(userId: string, id: string): Promise<boolean> {
    const result = await this.#db
      .deleteFrom('api_keys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.#db.deleteFrom('api_keys').where('user_id', '=', userId).execute();
  }
}

function toApiKey(row: Selectable<Database['api_keys']>): ApiKey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    prefix: row.prefix,
    scopes: fromJson(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
