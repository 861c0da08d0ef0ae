import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** An index by item for files made from it, which every access check of a conversation looks up. */
export const filesOfItems: Migration = {
  name: '0200-files-of-items',
  async up(db) {
    await sql.raw('create index files_item on files (item_id) where item_id is not null').execute(db);
  },
};
