import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { PREPARED } from '../../database/prepared.js';
import type { Database } from '../../database/schema.js';
import type { IndexedWord } from '../spelling/correct-terms.js';
import { textBehind } from '../spelling/text-behind.js';
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

/** Exact at every moment: what was added up, and the changes since. */
export async function readTermStatistics(
  db: Kysely<Database>,
  words: readonly string[],
): Promise<TermStatistics> {
  const asked = [ALL, ...new Set(words.map(lexemeOf))];
  const { rows } = await sql<{ word: string; chunks: number; length: number }>`${sql.raw(PREPARED)}
    select word, sum(chunks) as chunks, sum(length) as length from (
      select word, chunks, length from search_terms where word = any(${asked}::text[])
      union all
      select word, chunks, length from search_term_changes where word = any(${asked}::text[])) as known
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
export async function wordsAmong(db: Kysely<Database>, words: readonly string[]): Promise<IndexedWord[]> {
  const { rows } = await sql<IndexedWord>`${sql.raw(PREPARED)}
    select word, uses from (
      select asked.word, coalesce((select chunks from search_terms as t where t.word = asked.word), 0)
        + coalesce((select sum(chunks) from search_term_changes as t where t.word = asked.word), 0) as uses
      from unnest(${words}::text[]) as asked (word)) as known
    where uses > 0`.execute(db);
  return rows;
}

export async function wordsBeginningWith(db: Kysely<Database>, start: string): Promise<IndexedWord[]> {
  // By the order of bytes, which an index of its own keeps.
  const condition = sql`word ~>=~ ${start} and word ~<~ ${textBehind(start)}`;
  const { rows } = await sql<IndexedWord>`
    select word, sum(chunks) as uses from (
      select word, chunks from search_terms where ${condition}
      union all
      select word, chunks from search_term_changes where ${condition}) as known
    group by word having sum(chunks) > 0`.execute(db);
  return rows;
}

export async function addToTermStatistics(
  transaction: Transaction<Database>,
  chunks: readonly { words: Iterable<string>; length: number }[],
): Promise<void> {
  const counts = new Map<string, number>();
  let length = 0;
  for (const chunk of chunks) {
    length += chunk.length;
    for (const word of chunk.words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts.keys()];
  await sql`insert into search_term_changes (word, chunks, length)
    select word, chunks, 0 from unnest(${words}::text[], ${[...counts.values()]}::bigint[]) as t (word, chunks)
    union all select ${ALL}, ${chunks.length}::bigint, ${length}::bigint`.execute(transaction);
}

/** While their words are still there. */
export async function takeFromTermStatistics(
  transaction: Transaction<Database>,
  chunkRows: readonly number[],
): Promise<void> {
  await sql`with gone as (select length, words from all_search_words where chunk_row = any(${chunkRows}::bigint[]))
    insert into search_term_changes (word, chunks, length)
    select lexeme, -count(*), 0 from gone, unnest(gone.words) group by lexeme
    union all select ${ALL}, -count(*), -coalesce(sum(length), 0) from gone`.execute(transaction);
}

/** Adds changes up once they are many. Whoever finds another process at it leaves it to that one. */
export async function foldTermStatistics(db: Kysely<Database>, from: number = FOLDED_FROM): Promise<boolean> {
  const { rows: waiting } = await sql`
    select 1 from search_term_changes offset ${from} limit 1`.execute(db);
  if (waiting.length === 0) return false;
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${FOLD_LOCK}) as mine`.execute(transaction);
    if (!rows[0]?.mine) return false;
    await sql`with gone as (delete from search_term_changes returning word, chunks, length)
      insert into search_terms (word, chunks, length)
      select word, sum(chunks), sum(length) from gone group by word
      on conflict (word) do update set chunks = search_terms.chunks + excluded.chunks,
        length = search_terms.length + excluded.length`.execute(transaction);
    return true;
  });
}
