import type { Viewer } from '@ibid/retrieval';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { PREPARED } from '../../database/prepared.js';
import type { Database } from '../../database/schema.js';
import type { IndexedWord, WordsAlike } from '../spelling/correct-terms.js';
import { textBehind } from '../spelling/text-behind.js';
import { visibleAccess } from '../visible-access.js';
import { lexemeOf } from './lexemes.js';

/** Changes that wait before they are added up. */
const FOLDED_FROM = 20_000;

/** Any constant does; it must be the same in every server that shares the database. */
const FOLD_LOCK = 7_153_204_883;

/** Stands for all chunks. */
const ALL = '';

export interface TermStatistics {
  chunks: number;
  averageLength: number;
  /** Chunks that have the word. */
  chunksWith(word: string): number;
}

/**
 * Of what the viewer may see: words are counted by the rule of their chunk. Exact at every moment: what was added up, and
 * the changes since, which triggers write.
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

/** Those of these words that chunks have, with how many. Word by word: in one go it is done by workers, who start late. */
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
  // By the order of bytes, which an index of its own keeps.
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

/** Adds changes up once they are many. Whoever finds another process at it leaves it to that one. */
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
    // A word that nothing has any more is not kept.
    await sql`delete from search_rule_terms where chunks <= 0`.execute(transaction);
    return true;
  });
}

/** Whether chunks were taken away since changes were last added up. */
export async function hasTakenTerms(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from search_rule_term_changes where chunks < 0 limit 1`.execute(db);
  return rows.length > 0;
}
