import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** ORG-1: second factors, required in addition to the password. */
export const secondFactors: Migration = {
  name: '0173-second-factors',
  async up(db) {
    for (const statement of [
      `create table second_factors (
        user_id text primary key,
        sealed_secret text not null,
        confirmed_at text,
        last_step bigint not null,
        created_at text not null
      )`,
      `create table recovery_codes (
        user_id text not null,
        code_hash text not null,
        primary key (user_id, code_hash)
      )`,
    ])
      await sql.raw(statement).execute(db);
  },
};
