import { sql } from 'kysely';
import { makeWordFilter } from '../knowledge/sqlite/word-filter.js';
import type { Migration } from './migration.js';

/**
 * Filters of the words in each block of the index, so corrections of a mistyped word are not looked up in every block.
 */
export const blockWords: Migration = {
  name: '0203-block-words',
  async up(db, dialect) {
    if (dialect === 'postgres') return;
    await sql`create table search_block_words (block integer primary key, filter blob not null)`.execute(db);
    const { rows: blocks } = await sql<{ block: number }>`select block from search_blocks`.execute(db);
    for (const { block } of blocks) {
      const { rows } = await sql<{
        word: string;
      }>`select word from search_postings where block = ${block}`.execute(db);
      const filter = makeWordFilter(
        rows.map(({ word }) => word),
        rows.length,
      );
      await sql`insert into search_block_words (block, filter) values (${block}, ${filter})`.execute(db);
    }
  },
};
