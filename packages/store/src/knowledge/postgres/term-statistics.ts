import type { Viewer } from '@ibid/retrieval';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { PREPARED } from '../../database/prepared.js';
import type { Database } from '../../database/schema.js';
import type { IndexedWord, WordsAlike } from '../spelling/correct-terms.js';
import { textBehind } from '../spelling/text-behind.js';
import { visibleAccess } from '../visible-access.js';
import { lexemeOf } from './lexemes.js';

/** Pending changes before they are folded. */
const FOLDED_FROM = 20_000;

/** An arbitrary constant, the same in every server that shares the database. */
const FOLD_LOCK = 7_153_204_883;

/** The row that stands for all chunks. */
const ALL = '';

export interface TermStatistics {
  chunks: number;
  averageLength: number;
  /** Chunks that contain the word. */
  chunksWith(word: string): number;
}

/**
 * Statistics of the chunks that the viewer may see; words are counted per access rule. Always exact: the folded counts
 * plus the changes that triggers have recorded since.
 */
export async function readTermStatistics(
  db: Kysely<Database>,
  words: readonly string[],
  viewer: Viewer,
): Promise<TermStatistics> {
  const visible = sql<boolean>`access_row in ${visibleAccess(viewer)}`;
  const asked = [ALL, ...new Set(words.map(lexemeOf))];
  const { rows } = await sql<{ word: string; chunks: number; length: number }>`${sql.raw(PREPARED)}
    select word, sum(chunks) as chunks, sum(length) as length from (
      select word, chunks, length from search_rule_terms where word = any(${asked}::text[]) and ${visible}
      union all
      select word, chunks, length from search_rule_term_changes
        where word = any(${asked}::text[]) and ${visible}) as known
    group by word`.execute(db);
  const known = new Map(rows.map((row) => [row.word, row]));
  const all = known.get(ALL);
  const chunks = Math.max(0, Number(all?.chunks ?? 0));
  return {
    chunks,
    averageLength: chunks > 0 ? Math.max(1, Number(all?.length ?? 0) / chunks) : 1,
    chunksWith: (word) => Math.max(0, Number(known.get(lexemeOf(word))?.chunks ?? 0)),
  };
}

/**
 * The given words that occur in chunks, with their counts. Looked up word by word: PostgreSQL would run a join in
 * parallel workers, which start slowly.
 */
export async function wordsAmong(
  db: Kysely<Database>,
  words: readonly string[],
  viewer: Viewer,
): Promise<IndexedWord[]> {
  const { rows } = await sql<IndexedWord>`${sql.raw(PREPARED)}
    with visible as materialized (select seen.row from ${visibleAccess(viewer)} as seen)
    select word, uses from (
      select asked.word, coalesce((select sum(chunks) from search_rule_terms as t
          where t.word = asked.word and t.access_row in (select row from visible)), 0)
        + coalesce((select sum(chunks) from search_rule_term_changes as t
          where t.word = asked.word and t.access_row in (select row from visible)), 0) as uses
      from unnest(${words}::text[]) as asked (word)) as known
    where uses > 0`.execute(db);
  return rows.map(({ word, uses }) => ({ word, uses: Number(uses) }));
}

export async function wordsBeginningWith(
  db: Kysely<Database>,
  { start, leastLetters, mostLetters }: WordsAlike,
  viewer: Viewer,
): Promise<IndexedWord[]> {
  // In byte order, which has its own index.
  const condition = sql`word ~>=~ ${start} and word ~<~ ${textBehind(start)}
    and char_length(word) between ${leastLetters} and ${mostLetters} and access_row in ${visibleAccess(viewer)}`;
  const { rows } = await sql<IndexedWord>`
    select word, sum(chunks) as uses from (
      select word, chunks from search_rule_terms where ${condition}
      union all
      select word, chunks from search_rule_term_changes where ${condition}) as known
    group by word having sum(chunks) > 0`.execute(db);
  return rows.map(({ word, uses }) => ({ word, uses: Number(uses) }));
}

/** Folds changes into the counts once there are many. Skips if another process is doing it. */
export async function foldTermStatistics(db: Kysely<Database>, from: number = FOLDED_FROM): Promise<boolean> {
  const { rows: waiting } = await sql`
    select 1 from search_rule_term_changes offset ${from} limit 1`.execute(db);
  if (waiting.length === 0) return false;
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${FOLD_LOCK}) as mine`.execute(transaction);
    if (!rows[0]?.mine) return false;
    await sql`with gone as (delete from search_rule_term_changes returning word, access_row, chunks, length)
      insert into search_rule_terms as known (word, access_row, chunks, length)
      select word, access_row, sum(chunks), sum(length) from gone group by word, access_row
      on conflict (word, access_row) do update set chunks = known.chunks + excluded.chunks,
        length = known.length + excluded.length`.execute(transaction);
    // Drop words that no longer occur.
    await sql`delete from search_rule_terms where chunks <= 0`.execute(transaction);
    return true;
  });
}

/** Whether chunks were removed since the last fold. */
export async function hasTakenTerms(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from search_rule_term_changes where chunks < 0 limit 1`.execute(db);
  return rows.length > 0;
}
