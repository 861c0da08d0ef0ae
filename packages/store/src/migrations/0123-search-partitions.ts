import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * Partitions words and vectors by knowledge base: a new parent over each side table, with the old table as the default
 * partition for every base that has none of its own (see `partition-base.ts`). A server of the previous release
 * continues to use that table by its name. Nothing is copied, and the existing indexes become part of the new ones.
 */
export const searchPartitions: Migration = {
  name: '0123-search-partitions',
  async up(db, dialect) {
    if (dialect !== 'postgres') return;
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  ...['search_words', 'search_vectors'].flatMap((table) => [
    `create table all_${table} (like ${table} including defaults) partition by list (base_row)`,
    `alter table all_${table} attach partition ${table} default`,
    `create index all_${table}_item on all_${table} (item_row)`,
  ]),
  'create index all_search_words_words on all_search_words using gin (base_row, words)',
  `create or replace function ibid_spread_access() returns trigger language plpgsql as
    'begin
      update all_search_words set access_row = new.access_row where item_row = new.row;
      update all_search_vectors set access_row = new.access_row where item_row = new.row;
      return null;
    end'`,
];
