import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** ORG-1: what an administrator gives a person to set up a second factor with. */
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
