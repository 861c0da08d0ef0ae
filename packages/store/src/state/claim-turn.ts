import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * Makes a running turn of a dead process this one's, to bring it to its end. False when another process was first:
 * among several servers that find it, one recovers it.
 */
export async function claimTurn(
  db: Kysely<Database>,
  options: { turnId: string; from: string; to: string },
): Promise<boolean> {
  const claimed = await db
    .updateTable('turns')
    .set({ server_id: options.to })
    .where('id', '=', options.turnId)
    .where('server_id', '=', options.from)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
