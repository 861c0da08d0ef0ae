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

const ADDRESSES_KEPT_MILLISECONDS = 90 * 24 * 60 * 60_000;

/** With the user's id in it, or it would say who else came from there. */
function addressHash(userId: string, address: string): string {
  return hashToken(`${userId} ${address}`);
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

  /** Everywhere at once; where they came in from is no longer known either. */
  async deleteOfUser(userId: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('user_id', '=', userId).execute();
    await this.#db.deleteFrom('login_addresses').where('user_id', '=', userId).execute();
  }

  async deleteExpired(): Promise<void> {
    const now = Date.now();
    await this.#db.deleteFrom('sessions').where('expires_at', '<=', new Date(now).toISOString()).execute();
    await this.#db
      .deleteFrom('login_addresses')
      .where('used_at', '<=', new Date(now - ADDRESSES_KEPT_MILLISECONDS).toISOString())
      .execute();
  }

  /** The person logged in from there. Only a hash of the address is stored. */
  async rememberAddress(userId: string, address: string): Promise<void> {
    const usedAt = new Date().toISOString();
    await this.#db
      .insertInto('login_addresses')
      .values({ user_id: userId, address_hash: addressHash(userId, address), used_at: usedAt })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'address_hash']).doUpdateSet({ used_at: usedAt }),
      )
      .execute();
  }

  /** Whether the person logged in from there before, in the last three months. */
  async knowsAddress(userId: string, address: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('login_addresses')
      .select('used_at')
      .where('user_id', '=', userId)
      .where('address_hash', '=', addressHash(userId, address))
      .executeTakeFirst();
    return row !== undefined;
  }
}
