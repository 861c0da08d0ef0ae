import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * Words and vectors by knowledge base: a table over each side table, of which the one there was becomes the part for
 * every base without a part of its own (see `partition-base.ts`). A server of the release before continues with that
 * one by its own name; nothing is copied, and the indexes there are become part of the new ones.
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
