import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** The bytes that an item was read from are kept as long as an item has their hash: asked of every stored blob. */
export const itemContentHash: Migration = {
  name: '0120-item-content-hash',
  async up(db) {
    await sql.raw('create index items_content_hash on items (content_hash)').execute(db);
  },
};
