import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** CTX-14: running summaries, each bound to the last message it covers, so that it holds for every branch through it. */
export const summaries: Migration = {
  name: '0002-summaries',
  async up(db) {
    await sql
      .raw(
        `create table conversation_summaries (
      conversation_id text not null references conversations (id) on delete cascade,
      message_id text not null,
      covers_turns integer not null,
      text text not null,
      created_at text not null,
      primary key (conversation_id, message_id)
    )`,
      )
      .execute(db);
  },
};
