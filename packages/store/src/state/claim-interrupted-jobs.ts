import type { JsonValue } from '@ibid/core';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** A job that ends its server each time is not begun for ever. */
const MOST_RESUMPTIONS = 3;

/**
 * Interrupted jobs that may go on, now of this server: each is given to one process only. Those are jobs whose input
 * says `resumable`; how often they went on is counted there too.
 *
 * ```ts
 * import { claimInterruptedJobs, openDatabase } from '@ibid/store';
 *
 * const { db, close } = await openDatabase({ folder: ':memory:' });
 * console.log(await claimInterruptedJobs(db, 'server-1')); // [] where nothing was interrupted
 * await close();
 * ```
 */
export async function claimInterruptedJobs(db: Kysely<Database>, serverId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'input'])
    .where('state', '=', 'interrupted')
    .orderBy('created_at')
    .execute();
  const claimed: string[] = [];
  for (const row of rows) {
    const input = JSON.parse(row.input) as Record<string, JsonValue>;
    const resumed = typeof input['resumed'] === 'number' ? input['resumed'] : 0;
    if (input['resumable'] !== true || resumed >= MOST_RESUMPTIONS) continue;
    const change = {
      state: 'queued' as const,
      server_id: serverId,
      error: null,
      finished_at: null,
      input: JSON.stringify({ ...input, resumed: resumed + 1 }),
    };
    const update = db.updateTable('jobs').set(change).where('id', '=', row.id);
    const { numUpdatedRows } = await update.where('state', '=', 'interrupted').executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) claimed.push(row.id);
  }
  return claimed;
}
