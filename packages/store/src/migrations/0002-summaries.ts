import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * CTX-14: running summaries, each bound to the last message it covers. A summary is valid for every branch through that
 * message.
 */
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
