import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * Stores the access rule of a chunk with its words and vectors, so a search can check access without reading items.
 * Triggers maintain it, because a server of the previous release inserts rows without knowing the column. Until a
 * trigger has run, the rule is 0, which grants nobody access.
 */
export const searchAccess: Migration = {
  name: '0122-search-access',
  async up(db, dialect) {
    if (dialect !== 'postgres') return;
    for (const statement of [...COLUMNS, ...TRIGGERS]) await sql.raw(statement).execute(db);
  },
};

const TABLES = ['search_words', 'search_vectors'];

const COLUMNS = TABLES.flatMap((table) => [
  `alter table ${table} add column access_row bigint not null default 0`,
  `update ${table} set access_row = items.access_row from items where items.row = ${table}.item_row`,
]);

const TRIGGERS = [
  `create function ibid_take_access() returns trigger language plpgsql as
    'begin new.access_row := (select access_row from items where row = new.item_row); return new; end'`,
  ...TABLES.map(
    (table) => `create trigger ${table}_access before insert on ${table}
      for each row execute function ibid_take_access()`,
  ),
  `create function ibid_spread_access() returns trigger language plpgsql as
    'begin
      update search_words set access_row = new.access_row where item_row = new.row;
      update search_vectors set access_row = new.access_row where item_row = new.row;
      return null;
    end'`,
  `create trigger items_access after update of access_row on items for each row
    when (old.access_row is distinct from new.access_row) execute function ibid_spread_access()`,
];
