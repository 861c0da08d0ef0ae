import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * Somebody who is logged in.
 *
 * ```ts
 * import type { Session } from '@ibid/store';
 *
 * const isOver = ({ expiresAt }: Session, now: string) => expiresAt <= now;
 * ```
 */
export interface Session {
  userId: string;
  csrfToken: string;
  expiresAt: string;
}

/**
 * Only hashes of tokens are stored: a copy of the database lets nobody in.
 *
 * ```ts
 * import { hashToken } from '@ibid/store';
 *
 * console.log(hashToken('secret').length); // only the hash of a token is stored
 * ```
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Logins; only the hashes of their tokens are stored.
 *
 * ```ts
 * import { openDatabase, SessionRepository, UserRepository } from '@ibid/store';
 *
 * const { db, close } = await openDatabase({ folder: ':memory:' });
 * const user = await new UserRepository(db).create({ name: 'ada', role: 'member', passwordHash: null });
 * const sessions = new SessionRepository(db);
 * await sessions.create({ userId: user?.id ?? '', lifetimeMilliseconds: 60_000 });
 * await sessions.deleteExpired();
 * await close();
 * ```
 */
export class SessionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async create(options: {
    userId: string;
    lifetimeMilliseconds: number;
  }): Promise<Session & { token: string }> {
    const token = randomBytes(32).toString('base64url');
    const csrfToken = randomBytes(24).toString('base64url');
    const now = Date.now();
    const expiresAt = new Date(now + options.lifetimeMilliseconds).toISOString();
    await this.#db
      .insertInto('sessions')
      .values({
        token_hash: hashToken(token),
        user_id: options.userId,
        csrf_token: csrfToken,
        created_at: new Date(now).toISOString(),
        expires_at: expiresAt,
      })
      .execute();
    return { token, userId: options.userId, csrfToken, expiresAt };
  }

  async find(token: string): Promise<Session | null> {
    const row = await this.#db
      .selectFrom('sessions')
      .selectAll()
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', new Date().toISOString())
      .executeTakeFirst();
    return row ? { userId: row.user_id, csrfToken: row.csrf_token, expiresAt: row.expires_at } : null;
  }

  async delete(token: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
  }

  async deleteOfUser(userId: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  }

  async deleteExpired(): Promise<void> {
    await this.#db.deleteFrom('sessions').where('expires_at', '<=', new Date().toISOString()).execute();
  }
}
