import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** State for callers of the Responses API: each row holds its own part and points to the previous one. */
export const responses: Migration = {
  name: '0003-responses',
  async up(db) {
    await sql
      .raw(
        `create table responses (
      id text not null primary key,
      user_id text not null,
      previous_id text,
      messages text not null,
      sources text not null,
      created_at text not null
    )`,
      )
      .execute(db);
    await sql.raw('create index responses_created on responses (created_at)').execute(db);
  },
};
