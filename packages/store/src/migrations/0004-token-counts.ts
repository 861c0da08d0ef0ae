import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** CTX-10: what a message's texts count, by tokenizer. Messages from before have none and get them when next counted. */
export const tokenCounts: Migration = {
  name: '0004-token-counts',
  async up(db) {
    await sql.raw('alter table messages add column token_counts text').execute(db);
  },
};
