import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** ORG-1: codes with which an administrator lets a user set up a second factor. */
export const setUpCodes: Migration = {
  name: '0193-set-up-codes',
  async up(db) {
    await sql
      .raw(
        `create table set_up_codes (
          user_id text primary key,
          code_hash text not null,
          expires_at text not null
        )`,
      )
      .execute(db);
  },
};
