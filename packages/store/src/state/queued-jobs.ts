import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { mentions } from '../database/json-text.js';
import type { Database } from '../database/schema.js';
import { JobRepository } from './job-repository.js';
import type { Job } from './job-repository.js';

/** The `server_id` of jobs that any worker may run. */
export const SHARED_QUEUE = 'shared-queue';

/** Jobs of the shared queue untouched since then, to be queued again in case the queue lost them. */
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

/** Creates a job of a kind that may only exist once: returns the one that is queued or running, if any. */
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
  // The id derives from the previous job's: if two processes get here at once, one creates the job and both get it.
  const id = createHash('sha256').update(`${job.kind} after ${newest?.id}`).digest('hex').slice(0, 26);
  return jobs.createAs(id, job);
}

/** Whether an unfinished job needs the blob with this hash. */
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

/** How many unfinished jobs a user has. */
export async function unfinishedJobsOf(db: Kysely<Database>, ownerId: string): Promise<number> {
  const { n } = await db
    .selectFrom('jobs')
    .select((expression) => expression.fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return Number(n);
}
