import type { JsonValue } from '@ibid/core';
import type { Kysely, Transaction } from 'kysely';
import { fromJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';

/** Stored bytes, or unfinished jobs of a user. */
export type QuotaKind = 'storage' | 'jobs';

/** Expiry of reservations, for servers killed between reserving and using. */
const HOLD_MILLISECONDS = 10 * 60_000;
/** Jobs that users start themselves. */
const OWN_JOBS = ['upload', 'folder', 'project-file', 'evidence', 'report', 'contradictions'];
/** Prefix of items' content hashes. */
const PREFIX = 'sha256:';

/**
 * ORG-5: limits on stored bytes and parallel jobs per user. What is about to be added is reserved first. Checks queue
 * for one row, so two simultaneous uploads cannot both take the last free space, even on different servers.
 */
export class QuotaRepository {
  readonly #db: Kysely<Database>;
  readonly #sizeOf: (hash: string) => Promise<number>;

  /** `sizeOf` gives the size of a blob, for originals stored before sizes were recorded. */
  constructor(options: { db: Kysely<Database>; sizeOf: (hash: string) => Promise<number> }) {
    this.#db = options.db;
    this.#sizeOf = options.sizeOf;
  }

  /**
   * Returns `used` if the quota is exceeded; otherwise a reservation, to be released once the content is stored or
   * discarded.
   */
  async hold(options: {
    userId: string;
    kind: QuotaKind;
    amount: number;
    limit: number;
  }): Promise<{ used: number } | { release: () => Promise<void> }> {
    const { userId, kind, amount, limit } = options;
    await this.#sizeUnknown(userId);
    const id = newId();
    const used = await this.#db.transaction().execute(async (transaction) => {
      await lock(transaction, userId);
      const now = await this.#used(transaction, userId, kind);
      if (now + amount > limit) return now;
      const expires = new Date(Date.now() + HOLD_MILLISECONDS).toISOString();
      await transaction
        .insertInto('quota_holds')
        .values({ id, user_id: userId, kind, amount, expires_at: expires })
        .execute();
      return null;
    });
    if (used !== null) return { used };
    const release = async () => {
      await this.#db.deleteFrom('quota_holds').where('id', '=', id).execute();
    };
    return { release };
  }

  async used(userId: string, kind: QuotaKind): Promise<number> {
    await this.#sizeUnknown(userId);
    return this.#used(this.#db, userId, kind);
  }

  /** Records sizes, which avoids reading them from disk. */
  async noteSizes(blobs: readonly { hash: string; bytes: number }[]): Promise<void> {
    for (const { hash, bytes } of blobs)
      await this.#db
        .insertInto('blob_sizes')
        .values({ content_hash: PREFIX + hash, bytes })
        .onConflict((conflict) => conflict.column('content_hash').doNothing())
        .execute();
  }

  async #used(
    db: Kysely<Database> | Transaction<Database>,
    userId: string,
    kind: QuotaKind,
  ): Promise<number> {
    const held = await db
      .selectFrom('quota_holds')
      .select((build) => build.fn.sum<number | null>('amount').as('amount'))
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('expires_at', '>', new Date().toISOString())
      .executeTakeFirst();
    const kept = kind === 'jobs' ? await jobsOf(db, userId) : await bytesOf(db, userId);
    return kept + Number(held?.amount ?? 0);
  }

  async #sizeUnknown(userId: string): Promise<void> {
    const rows = await originals(this.#db, userId)
      .select('items.content_hash as hash')
      .distinct()
      .where('blob_sizes.content_hash', 'is', null)
      .execute();
    for (const row of rows) {
      const hash = row.hash.slice(PREFIX.length);
      await this.noteSizes([{ hash, bytes: await this.#sizeOf(hash) }]);
    }
  }
}

/** Locks the user's quota until the transaction ends. */
async function lock(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction
    .insertInto('spending')
    .values({ user_id: userId, period: 'lock', tokens: 0, cost_usd: 0 })
    .onConflict((conflict) => conflict.columns(['user_id', 'period']).doUpdateSet({ tokens: 0 }))
    .execute();
}

async function jobsOf(db: Kysely<Database>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('kind', 'in', OWN_JOBS)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Originals of items that were uploaded or came from a source. Those of kept folders are elsewhere. */
function originals(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('items')
    .innerJoin('knowledge_bases', 'knowledge_bases.row', 'items.base_row')
    .innerJoin('access_rules', 'access_rules.row', 'knowledge_bases.access_row')
    .leftJoin('blob_sizes', 'blob_sizes.content_hash', 'items.content_hash')
    .where('access_rules.owner_id', '=', userId)
    .where((build) =>
      build.or([
        build('items.external_id', 'like', 'upload:%'),
        build('items.external_id', 'like', 'source:%'),
      ]),
    )
    .where('knowledge_bases.kind', '=', 'standard');
}

async function bytesOf(db: Kysely<Database>, userId: string): Promise<number> {
  const files = await db
    .selectFrom('files')
    .select((build) => build.fn.sum<number | null>('bytes').as('bytes'))
    .where('owner_id', '=', userId)
    .where('item_id', 'is', null)
    .executeTakeFirst();
  const items = await originals(db, userId)
    .select((build) => build.fn.sum<number | null>('blob_sizes.bytes').as('bytes'))
    .executeTakeFirst();
  return Number(files?.bytes ?? 0) + Number(items?.bytes ?? 0) + (await waitingBytes(db, userId));
}

/** Bytes of uploads that wait to be read. */
async function waitingBytes(db: Kysely<Database>, userId: string): Promise<number> {
  const jobs = await db
    .selectFrom('jobs')
    .select('input')
    .where('owner_id', '=', userId)
    .where('kind', '=', 'upload')
    .where('state', 'in', ['queued', 'running', 'interrupted'])
    .execute();
  const hashes = jobs.flatMap(({ input }) => hashesIn(fromJson(input)['files']));
  if (hashes.length === 0) return 0;
  let bytes = 0;
  for (let start = 0; start < hashes.length; start += 500) {
    // Those that are already items are counted there.
    const row = await db
      .selectFrom('blob_sizes')
      .leftJoin('items', 'items.content_hash', 'blob_sizes.content_hash')
      .select((build) => build.fn.sum<number | null>('blob_sizes.bytes').as('bytes'))
      .where('items.content_hash', 'is', null)
      .where(
        'blob_sizes.content_hash',
        'in',
        hashes.slice(start, start + 500).map((hash) => PREFIX + hash),
      )
      .executeTakeFirst();
    bytes += Number(row?.bytes ?? 0);
  }
  return bytes;
}

function hashesIn(files: JsonValue | undefined): string[] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((file) => {
    const hash = typeof file === 'object' && file !== null && !Array.isArray(file) ? file['hash'] : null;
    return typeof hash === 'string' ? [hash] : [];
  });
}
