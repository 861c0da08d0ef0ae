import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * An index for the lookup of each stored blob: the bytes that an item was read from are kept as long as an item has
 * their hash.
 */
export const itemContentHash: Migration = {
  name: '0120-item-content-hash',
  async up(db) {
    await sql.raw('create index items_content_hash on items (content_hash)').execute(db);
  },
};
