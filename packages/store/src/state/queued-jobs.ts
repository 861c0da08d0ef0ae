import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * The `server_id` of jobs that belong to no process, because any worker may run them.
 *
 * ```ts
 * import { SHARED_QUEUE } from '@ibid/store';
 *
 * console.log(SHARED_QUEUE); // stands where a server's id would: any worker may take the job
 * ```
 */
export const SHARED_QUEUE = 'shared-queue';

/**
 * Jobs of the shared queue that nobody has touched since: to be put there again, should the queue have lost them.
 *
 * ```ts
 * import { openDatabase, untouchedQueuedJobs } from '@ibid/store';
 *
 * const { db, close } = await openDatabase({ folder: ':memory:' });
 * console.log(await untouchedQueuedJobs(db, new Date().toISOString())); // []
 * await close();
 * ```
 */
export async function untouchedQueuedJobs(db: Kysely<Database>, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('server_id', '=', SHARED_QUEUE)
    .where('state', 'in', ['queued', 'running'])
    .where('updated_at', '<', since)
    .orderBy('created_at')
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

/** How many jobs of this person wait or run. */
/**
 * Whether a job that is still to be done needs the bytes of this hash.
 *
 * ```ts
 * import { openDatabase, unfinishedJobNeeds } from '@ibid/store';
 *
 * const { db, close } = await openDatabase({ folder: ':memory:' });
 * console.log(await unfinishedJobNeeds(db, '0'.repeat(64))); // false: the bytes may go
 * await close();
 * ```
 */
export async function unfinishedJobNeeds(db: Kysely<Database>, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .where('input', 'like', `%${hash}%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * How many jobs of a person wait or run.
 *
 * ```ts
 * import { openDatabase, unfinishedJobsOf } from '@ibid/store';
 *
 * const { db, close } = await openDatabase({ folder: ':memory:' });
 * console.log(await unfinishedJobsOf(db, 'ada')); // 0
 * await close();
 * ```
 */
export async function unfinishedJobsOf(db: Kysely<Database>, ownerId: string): Promise<number> {
  const { n } = await db
    .selectFrom('jobs')
    .select((expression) => expression.fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return Number(n);
}
