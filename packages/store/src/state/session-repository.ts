import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** Somebody who is logged in. */
export interface Session {
  userId: string;
  csrfToken: string;
  expiresAt: string;
  /** Where it was begun; null: with a password. */
  identity: SessionIdentity | null;
}

/** ORG-1: the provider that logged a person in, and what it gave to be asked again with. */
export interface SessionIdentity {
  providerId: string;
  /** By the one who stores it; the repository does not know what is in it. */
  sealedTokens: string;
  /** When the provider last said that all is well. */
  checkedAt: string;
}

/** ORG-1: a session as its person sees it in a list. */
export interface SessionFacts {
  id: string;
  createdAt: string;
  expiresAt: string;
  /** To a few minutes; this and the next two are null for sessions of earlier versions. */
  seenAt: string | null;
  address: string | null;
  browser: string | null;
}

/** Only hashes of tokens are stored: a copy of the database lets nobody in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A session is known by the beginning of its token's hash, which lets nobody in. */
const ID_LENGTH = 24;
/** Seen again within this time: not worth a write. */
const SEEN_MILLISECONDS = 5 * 60_000;

/** What a session of this token is called in lists. */
export function sessionIdOf(token: string): string {
  return hashToken(token).slice(0, ID_LENGTH);
}

const ADDRESSES_KEPT_MILLISECONDS = 90 * 24 * 60 * 60_000;

/** With the user's id in it, or it would say who else came from there. */
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
   * For the one who is to ask the provider again: true for one of all who come at the same time, on any server, because
   * what a provider gives to be asked with may be used once.
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

  /** Of one person, the last seen first. */
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

  /** Whether there was such a session of theirs. */
  async end(userId: string, id: string): Promise<boolean> {
    if (!/^[0-9a-f]{24}$/u.test(id)) return false;
    const result = await this.#db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', 'like', `${id}%`)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  /** All but the one of this token. Returns how many there were. */
  async endOthers(userId: string, token: string): Promise<number> {
    const result = await this.#db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', '!=', hashToken(token))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
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
