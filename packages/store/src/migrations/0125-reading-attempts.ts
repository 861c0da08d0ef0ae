import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** KB-1: how often a job started without progress, and which contents crashed their readers. */
export const readingAttempts: Migration = {
  name: '0125-reading-attempts',
  async up(db) {
    await sql.raw('alter table jobs add column attempts integer not null default 0').execute(db);
    await sql
      .raw(
        `create table reading_attempts (
      content_hash text primary key,
      begun integer not null,
      failures integer not null,
      code text,
      reason text,
      updated_at text not null
    )`,
      )
      .execute(db);
  },
};
