import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Words by the order of their letters, to find those that begin alike; SQLite has them in that order already. */
export const wordSpelling: Migration = {
  name: '0124-word-spelling',
  async up(db, dialect) {
    if (dialect !== 'postgres') return;
    await sql`create index search_terms_spelling on search_terms (word text_pattern_ops)`.execute(db);
  },
};
