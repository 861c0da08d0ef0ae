import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Tools made from search results, stored as data. */
export const agentic: Migration = {
  name: '0301-agentic',
  async up(db, dialect) {
    const real = dialect === 'sqlite' ? 'real' : 'double precision';
    await sql
      .raw(
        `create table dynamic_tools (
      conversation_id text not null,
      name text not null,
      owner_id text not null,
      kind text not null,
      item_id text not null,
      title text not null,
      size integer not null,
      expires_at text not null,
      promise ${real} not null,
      primary key (conversation_id, owner_id, name)
    )`,
      )
      .execute(db);
    await sql.raw('create index dynamic_tools_expiry on dynamic_tools (expires_at)').execute(db);
  },
};
