import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * Whether an item, or a revision that answers cite, was read from the bytes with this SHA-256. They are then its
 * original and are kept with it.
 */
export async function itemHasContent(db: Kysely<Database>, hash: string): Promise<boolean> {
  for (const table of ['items', 'item_revisions'] as const) {
    const row = await db
      .selectFrom(table)
      .select('row')
      .where('content_hash', '=', `sha256:${hash}`)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
