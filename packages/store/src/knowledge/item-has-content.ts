import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * Whether an item was read from the bytes of this SHA-256: then they are its original and are kept with it.
 */
export async function itemHasContent(db: Kysely<Database>, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('items')
    .select('id')
    .where('content_hash', '=', `sha256:${hash}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
