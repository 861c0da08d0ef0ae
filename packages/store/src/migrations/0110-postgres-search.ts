import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { ExtensionMissing } from '../database/database-errors.js';
import type { Migration } from './migration.js';

/** The tables that search reads on PostgreSQL. They are narrow, so ranking touches few pages. */
export const postgresSearch: Migration = {
  name: '0110-postgres-search',
  async up(db, dialect) {
    if (dialect !== 'postgres') return;
    for (const extension of ['vector', 'btree_gin']) await ensureExtension(db, extension);
    for (const statement of [...TABLES, ...versionTriggers()]) await sql.raw(statement).execute(db);
  },
};

/**
 * Checks first: creating an extension needs a privilege that the server's user may lack, even if the extension exists.
 */
async function ensureExtension(db: Kysely<never>, name: string): Promise<void> {
  const { rows } = await sql<{ installed_version: string | null }>`
    select installed_version from pg_available_extensions where name = ${name}`.execute(db);
  const [known] = rows;
  if (!known) throw new ExtensionMissing(name);
  if (known.installed_version === null) await sql.raw(`create extension if not exists ${name}`).execute(db);
}

const TABLES = [
  // A word's count in a chunk is the number of its positions; see lexemes.ts.
  `create table search_words (chunk_row bigint primary key references chunks (row) on delete cascade,
     item_row bigint not null, base_row bigint not null, length integer not null, words tsvector not null)`,
  'alter table search_words alter column words set storage main',
  // Keep rows whole in their page while they fit: decompression costs more than the space.
  'alter table search_words set (toast_tuple_target = 8160)',
  'create index search_words_words on search_words using gin (base_row, words)',
  'create index search_words_item on search_words (item_row)',
  `create table search_vectors (chunk_row bigint primary key references chunks (row) on delete cascade,
     item_row bigint not null, base_row bigint not null, embedder_id text not null, vector halfvec not null)`,
  'alter table search_vectors alter column vector set storage main',
  'alter table search_vectors set (toast_tuple_target = 8160)',
  'create index search_vectors_item on search_vectors (item_row)',
  // How many chunks contain a word. The empty word stands for all chunks and their lengths.
  `create table search_terms (word text primary key, chunks bigint not null, length bigint not null)`,
  // Append-only, so writers never wait for each other over a common word.
  `create table search_term_changes (sequence bigserial primary key, word text not null,
     chunks bigint not null, length bigint not null)`,
  'create index search_term_changes_word on search_term_changes (word)',
  `create table search_item_names (item_row bigint primary key references items (row) on delete cascade,
     words tsvector not null)`,
  'create index search_item_names_words on search_item_names using gin (words)',
];

/**
 * Caches depend on this: every change of items, rules and grants increases the version. The triggers run before the
 * statement, so this row is locked ahead of the others and two writers cannot deadlock.
 */
function versionTriggers(): string[] {
  const count = `create function ibid_count_change() returns trigger language plpgsql as
    'begin update knowledge_state set version = version + 1 where id = 1; return null; end'`;
  const tables = ['items', 'access_rules', 'access_grants', 'knowledge_bases'];
  return [
    count,
    ...tables.map(
      (name) => `create trigger ${name}_version before insert or update or delete on ${name}
        for each statement execute function ibid_count_change()`,
    ),
  ];
}
