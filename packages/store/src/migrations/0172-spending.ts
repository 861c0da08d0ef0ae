import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** ORG-5: what users have spent of their budgets, quota reservations, and the sizes of originals. */
export const spending: Migration = {
  name: '0172-spending',
  async up(db) {
    for (const statement of [
      `create table spending (
        user_id text not null,
        period text not null,
        tokens bigint not null,
        cost_usd double precision not null,
        primary key (user_id, period)
      )`,
      `create table quota_holds (
        id text primary key,
        user_id text not null,
        kind text not null,
        amount bigint not null,
        expires_at text not null
      )`,
      'create index quota_holds_user on quota_holds (user_id, kind)',
      'create table blob_sizes (content_hash text primary key, bytes bigint not null)',
    ])
      await sql.raw(statement).execute(db);
  },
};
