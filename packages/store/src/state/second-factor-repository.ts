import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** The second factor of a login. */
export interface SecondFactor {
  sealedSecret: string;
  /** False: set-up has begun, but no code has been entered yet. Log-ins do not ask for it. */
  isConfirmed: boolean;
}

/**
 * ORG-1: secrets for one-time codes (RFC 6238), sealed by the caller, and hashes of recovery codes. Every code works
 * once, even if tried on several servers at the same time.
 */
export class SecondFactorRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async get(userId: string): Promise<SecondFactor | null> {
    const row = await this.#db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row ? { sealedSecret: row.sealed_secret, isConfirmed: row.confirmed_at !== null } : null;
  }

  /** Replaces an unconfirmed one. False if one is already active. */
  async begin(userId: string, sealedSecret: string): Promise<boolean> {
    const now = new Date().toISOString();
    const { numInsertedOrUpdatedRows: made } = await this.#db
      .insertInto('second_factors')
      .values({
        user_id: userId,
        sealed_secret: sealedSecret,
        confirmed_at: null,
        last_step: 0,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ sealed_secret: sealedSecret, last_step: 0, created_at: now })
          .where('second_factors.confirmed_at', 'is', null),
      )
      .executeTakeFirstOrThrow();
    return (made ?? 0n) > 0n;
  }

  /** From now on, log-ins ask for it. */
  async confirm(userId: string, codeHashes: readonly string[]): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('second_factors')
        .set({ confirmed_at: new Date().toISOString() })
        .where('user_id', '=', userId)
        .execute();
      await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
      await transaction.deleteFrom('set_up_codes').where('user_id', '=', userId).execute();
      await transaction
        .insertInto('recovery_codes')
        .values(codeHashes.map((hash) => ({ user_id: userId, code_hash: hash })))
        .execute();
    });
  }

  /** Stores a set-up code in place of an earlier one. */
  async offer(userId: string, { codeHash, expiresAt }: { codeHash: string; expiresAt: Date }): Promise<void> {
    const offered = { code_hash: codeHash, expires_at: expiresAt.toISOString() };
    await this.#db
      .insertInto('set_up_codes')
      .values({ user_id: userId, ...offered })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(offered))
      .execute();
  }

  async isOffered(userId: string, codeHash: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('set_up_codes')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('code_hash', '=', codeHash)
      .where('expires_at', '>', new Date().toISOString())
      .executeTakeFirst();
    return row !== undefined;
  }

  /** False if the code of this step or a later one was already used. */
  async takeStep(userId: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** False if the code does not exist or was already used. */
  async takeRecoveryCode(userId: string, codeHash: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', codeHash)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async recoveryCodesLeft(userId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('recovery_codes')
      .select((build) => build.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** Users with a confirmed second factor. */
  async userIds(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('second_factors')
      .select('user_id')
      .where('confirmed_at', 'is not', null)
      .execute();
    return rows.map((row) => row.user_id);
  }

  /** False if there was none. */
  async remove(userId: string): Promise<boolean> {
    await this.#db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await this.#db.deleteFrom('set_up_codes').where('user_id', '=', userId).execute();
    const { numDeletedRows } = await this.#db
      .deleteFrom('second_factors')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }
}
