import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** An index over words in byte order, to find those with the same start. SQLite already has them in that order. */
export const wordSpelling: Migration = {
  name: '0124-word-spelling',
  async up(db, dialect) {
    if (dialect !== 'postgres') return;
    await sql`create index search_terms_spelling on search_terms (word text_pattern_ops)`.execute(db);
  },
};
