import type { Kysely } from 'kysely';
import { fromJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';

/**
 * A job that was begun so often without a file being finished ends its server each time, and is not begun again.
 */
export const MOST_JOB_ATTEMPTS = 10;

/**
 * Interrupted jobs that may continue, now of this server: each is given to one process only. Those are jobs whose input
 * says `resumable`. Only those that ran are charged for it; see `JobRepository.begin`. Those that came to nothing before
 * come after the others: one that ends its server does so last, and in a server that others end, all get their turn.
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
