import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Files made from an item are looked up by it whenever somebody's rights on a conversation are checked. */
export const filesOfItems: Migration = {
  name: '0200-files-of-items',
  async up(db) {
    await sql.raw('create index files_item on files (item_id) where item_id is not null').execute(db);
  },
};
