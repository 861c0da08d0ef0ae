import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * Ids of deleted items and nothing else about them: conversations that used an item stop showing it. A trigger records
 * them, whichever way an item is deleted.
 */
export const deletedItems: Migration = {
  name: '0128-deleted-items',
  async up(db, dialect) {
    await sql`create table deleted_items (id text primary key)`.execute(db);
    const remember = 'insert into deleted_items (id) values (old.id) on conflict (id) do nothing';
    const forget = 'delete from deleted_items where id = new.id';
    for (const statement of dialect === 'sqlite' ? onSqlite(remember, forget) : onPostgres(remember, forget))
      await sql.raw(statement).execute(db);
  },
};

function onSqlite(remember: string, forget: string): string[] {
  return [
    `create trigger items_deleted after delete on items begin ${remember}; end`,
    `create trigger items_made after insert on items begin ${forget}; end`,
  ];
}

function onPostgres(remember: string, forget: string): string[] {
  const body = (statement: string) => `$body$begin ${statement}; return null; end$body$`;
  return [
    `create function ibid_item_deleted() returns trigger language plpgsql as ${body(remember)}`,
    `create function ibid_item_made() returns trigger language plpgsql as ${body(forget)}`,
    'create trigger items_deleted after delete on items for each row execute function ibid_item_deleted()',
    'create trigger items_made after insert on items for each row execute function ibid_item_made()',
  ];
}
