import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * Takes over a running turn of a dead process, in order to end it. Returns false if another process was first: of
 * several servers that find it, one recovers it.
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
