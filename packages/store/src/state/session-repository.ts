import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** A logged-in user. */
export interface Session {
  userId: string;
  csrfToken: string;
  expiresAt: string;
  /** The login provider; null for a password login. */
  identity: SessionIdentity | null;
}

/** ORG-1: the provider that logged a user in, with tokens for checking again. */
export interface SessionIdentity {
  providerId: string;
  /** Sealed by the caller; opaque to the repository. */
  sealedTokens: string;
  /** When the provider last confirmed the session. */
  checkedAt: string;
}

/** ORG-1: a session as listed for its user. */
export interface SessionFacts {
  id: string;
  createdAt: string;
  expiresAt: string;
  /** Accurate to a few minutes. This and the next two are null for sessions of earlier versions. */
  seenAt: string | null;
  address: string | null;
  browser: string | null;
}

/** Only hashes of tokens are stored, so a copy of the database grants no access. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The id of a session is a prefix of its token's hash, which grants no access. */
const ID_LENGTH = 24;
/** Seen again within this time: skip the write. */
const SEEN_MILLISECONDS = 5 * 60_000;

/** The id of this token's session in lists. */
export function sessionIdOf(token: string): string {
  return hashToken(token).slice(0, ID_LENGTH);
}

const ADDRESSES_KEPT_MILLISECONDS = 90 * 24 * 60 * 60_000;

/** Includes the user's id: otherwise it would show which users share an address. */
function addressHash(userId: string, address: string): string {
  return hashToken(`${userId} ${address}`);
}

/** Logins; only the hashes of their tokens are stored. */
export class SessionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async create(options: {
    userId: string;
    lifetimeMilliseconds: number;
    address?: string;
    browser?: string;
    identity?: Omit<SessionIdentity, 'checkedAt'>;
  }): Promise<Session & { token: string }> {
    const token = randomBytes(32).toString('base64url');
    const csrfToken = randomBytes(24).toString('base64url');
    const now = Date.now();
    const createdAt = new Date(now).toISOString();
    const expiresAt = new Date(now + options.lifetimeMilliseconds).toISOString();
    const identity = options.identity ? { ...options.identity, checkedAt: createdAt } : null;
    await this.#db
      .insertInto('sessions')
      .values({
        token_hash: hashToken(token),
        user_id: options.userId,
        csrf_token: csrfToken,
        created_at: createdAt,
        expires_at: expiresAt,
        address: options.address ?? null,
        browser: options.browser ?? null,
        seen_at: new Date(now).toISOString(),
        provider_id: identity?.providerId ?? null,
        sealed_tokens: identity?.sealedTokens ?? null,
        checked_at: identity?.checkedAt ?? null,
      })
      .execute();
    return { token, userId: options.userId, csrfToken, expiresAt, identity };
  }

  async find(token: string): Promise<Session | null> {
    const now = Date.now();
    const row = await this.#db
      .selectFrom('sessions')
      .selectAll()
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', new Date(now).toISOString())
      .executeTakeFirst();
    if (row && (row.seen_at ?? '') < new Date(now - SEEN_MILLISECONDS).toISOString())
      await this.#db
        .updateTable('sessions')
        .set({ seen_at: new Date(now).toISOString() })
        .where('token_hash', '=', row.token_hash)
        .execute();
    if (!row) return null;
    const { provider_id: providerId, sealed_tokens: sealedTokens, checked_at: checkedAt } = row;
    return {
      userId: row.user_id,
      csrfToken: row.csrf_token,
      expiresAt: row.expires_at,
      identity: providerId && sealedTokens && checkedAt ? { providerId, sealedTokens, checkedAt } : null,
    };
  }

  /**
   * Claims the next check with the provider. True for only one of several simultaneous callers on any server, because a
   * provider's refresh token may work only once.
   */
  async claimCheck(token: string, checkedAt: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('sessions')
      .set({ checked_at: new Date().toISOString() })
      .where('token_hash', '=', hashToken(token))
      .where('checked_at', '=', checkedAt)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async keepTokens(token: string, sealedTokens: string): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ sealed_tokens: sealedTokens })
      .where('token_hash', '=', hashToken(token))
      .execute();
  }

  async delete(token: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
  }

  /** Sessions of one user, most recently seen first. */
  async list(userId: string): Promise<SessionFacts[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at', '>', new Date().toISOString())
      .execute();
    return rows
      .map((row) => ({
        id: row.token_hash.slice(0, ID_LENGTH),
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        seenAt: row.seen_at,
        address: row.address,
        browser: row.browser,
      }))
      .toSorted((one, other) => ((one.seenAt ?? '') < (other.seenAt ?? '') ? 1 : -1));
  }

  /** Returns whether the user had such a session. */
  async end(userId: string, id: string): Promise<boolean> {
    if (!/^[0-9a-f]{24}$/u.test(id)) return false;
    const result = await this.#db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', 'like', `${id}%`)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  /** Ends all but the one with this token. Returns how many. */
  async endOthers(userId: string, token: string): Promise<number> {
    const result = await this.#db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', '!=', hashToken(token))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  /** Ends all sessions of a user and deletes their known addresses. */
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

  /** Records that the user logged in from this address, as a hash. */
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

  /** Whether the user logged in from this address in the last three months. */
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
