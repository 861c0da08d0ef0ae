import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * Counts the chunks that contain a word per access rule, because a search weighs and corrects words by what its viewer
 * may see. Triggers maintain the counts, so they also cover a server of the previous release; that one continues to use
 * `search_terms`, which the next release drops. SQLite counts in memory. The index shows the languages of a viewer's
 * documents.
 */
export const wordsByRule: Migration = {
  name: '0127-words-by-rule',
  async up(db, dialect) {
    await sql`create index items_language_access on items (language, access_row)`.execute(db);
    if (dialect !== 'postgres') return;
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const COUNTED = (rows: string, sign: string) => `
  insert into search_rule_term_changes (word, access_row, chunks, length)
    select lexeme, access_row, ${sign}count(*), 0 from ${rows} as counted, unnest(counted.words)
      group by lexeme, access_row
    union all select '', access_row, ${sign}count(*), ${sign}sum(length) from ${rows} as counted
      group by access_row;`;

const trigger = (name: string, event: string, tables: string, body: string) => [
  `create function ibid_words_${name}() returns trigger language plpgsql as
    $body$begin ${body} return null; end$body$`,
  `create trigger all_search_words_${name} after ${event} on all_search_words
    referencing ${tables} for each statement execute function ibid_words_${name}()`,
];

const STATEMENTS = [
  `create table search_rule_terms (word text not null, access_row bigint not null, chunks bigint not null,
     length bigint not null, primary key (word, access_row))`,
  'create index search_rule_terms_spelling on search_rule_terms (word text_pattern_ops)',
  // Append-only, so writers never wait for each other over a common word.
  `create table search_rule_term_changes (sequence bigserial primary key, word text not null,
     access_row bigint not null, chunks bigint not null, length bigint not null)`,
  'create index search_rule_term_changes_word on search_rule_term_changes (word, access_row)',
  'create index search_rule_term_changes_spelling on search_rule_term_changes (word text_pattern_ops)',
  `insert into search_rule_terms (word, access_row, chunks, length)
    select lexeme, access_row, count(*), 0 from all_search_words as counted, unnest(counted.words)
      group by lexeme, access_row
    union all select '', access_row, count(*), sum(length) from all_search_words group by access_row`,
  ...trigger('added', 'insert', 'new table as added', COUNTED('added', '')),
  ...trigger('removed', 'delete', 'old table as removed', COUNTED('removed', '-')),
  ...trigger(
    'moved',
    'update',
    'old table as removed new table as added',
    COUNTED('removed', '-') + COUNTED('added', ''),
  ),
];
