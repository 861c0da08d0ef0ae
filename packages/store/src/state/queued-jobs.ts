import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { mentions } from '../database/json-text.js';
import type { Database } from '../database/schema.js';
import { JobRepository } from './job-repository.js';
import type { Job } from './job-repository.js';

/** The `server_id` of jobs that belong to no process, because any worker may run them. */
export const SHARED_QUEUE = 'shared-queue';

/**
 * Jobs of the shared queue that nobody has touched since: to be put there again, should the queue have lost them.
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

/** A job of which there is one at a time: where one of its kind waits or runs, that one is returned. */
export async function createOnlyJob(
  db: Kysely<Database>,
  job: { kind: string; ownerId: string; input: Job['input']; serverId: string },
): Promise<Job> {
  const jobs = new JobRepository(db);
  const newest = await db
    .selectFrom('jobs')
    .select(['id', 'state'])
    .where('kind', '=', job.kind)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest && (newest.state === 'queued' || newest.state === 'running'))
    return (await jobs.get(newest.id))!;
  // Named after the one before it: of two processes that come here at once, one makes it, and both mean it.
  const id = createHash('sha256').update(`${job.kind} after ${newest?.id}`).digest('hex').slice(0, 26);
  return jobs.createAs(id, job);
}

/** Whether a job that is still to be done needs the bytes of this hash. */
export async function unfinishedJobNeeds(db: Kysely<Database>, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .where(mentions('input', hash))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many jobs of a person wait or run. */
export async function unfinishedJobsOf(db: Kysely<Database>, ownerId: string): Promise<number> {
  const { n } = await db
    .selectFrom('jobs')
    .select((expression) => expression.fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return Number(n);
}
