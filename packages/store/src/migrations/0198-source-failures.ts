import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** KB-10: which documents of a source could not be read and why, and the kind of problem a source has. */
export const sourceFailures: Migration = {
  name: '0198-source-failures',
  async up(db) {
    await sql.raw('alter table connected_items add column failed_name text').execute(db);
    await sql.raw('alter table connected_items add column failed_reason text').execute(db);
    await sql.raw('alter table connected_sources add column problem_code text').execute(db);
  },
};
