import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** CTX-10: token counts of a message's texts, by tokenizer. Existing messages get theirs when next counted. */
export const tokenCounts: Migration = {
  name: '0004-token-counts',
  async up(db) {
    await sql.raw('alter table messages add column token_counts text').execute(db);
  },
};
