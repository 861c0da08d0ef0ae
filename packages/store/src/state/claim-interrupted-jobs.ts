import type { Kysely } from 'kysely';
import { fromJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';

/** A job started this often without finishing a file presumably crashes its server and is not started again. */
export const MOST_JOB_ATTEMPTS = 10;

/**
 * Claims interrupted jobs whose input says `resumable` for this server; each goes to one process only. Claiming does
 * not count as an attempt, only running does; see `JobRepository.begin`. Jobs with fewer attempts come first: a job
 * that crashes its server runs last, and the others get their turn before it.
 */
export async function claimInterruptedJobs(db: Kysely<Database>, serverId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'input', 'attempts'])
    .where('state', '=', 'interrupted')
    .orderBy('attempts')
    .orderBy('created_at')
    .execute();
  const claimed: string[] = [];
  for (const row of rows) {
    const input = fromJson(row.input);
    if (input['resumable'] !== true) continue;
    const isHopeless = row.attempts >= MOST_JOB_ATTEMPTS;
    const change = isHopeless
      ? { state: 'failed' as const, error: GIVEN_UP }
      : { state: 'queued' as const, server_id: serverId, error: null, finished_at: null };
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set(change)
      .where('id', '=', row.id)
      .where('state', '=', 'interrupted')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n && !isHopeless) claimed.push(row.id);
  }
  return claimed;
}

const GIVEN_UP = `The server stopped ${MOST_JOB_ATTEMPTS} times before a single file of this job was done. Try again with fewer files.`;
