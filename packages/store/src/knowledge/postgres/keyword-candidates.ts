import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../database/schema.js';
import { bm25Sql } from './bm25-sql.js';
import type { WeighedTerm } from './bm25-sql.js';
import { toTermQuery } from './lexemes.js';
import type { SearchedRows } from './searched-rows.js';

/** Chunks that are looked at for one query, and word counts that are read of the most promising among them. */
const LOOKED_AT = 4_000;
const COUNTED = 2_500;
const WEIGHED_LEAST = 300;

export interface KeywordCandidate {
  chunk_row: number;
  item_row: number;
  keyword: number;
}

/** The chunks that the words of a query fit best, by exact BM25 among those that have its rarest words. */
export async function keywordCandidates(options: {
  db: Kysely<Database>;
  terms: readonly WeighedTerm[];
  averageLength: number;
  searched: SearchedRows;
  limit: number;
}): Promise<KeywordCandidate[]> {
  const { db, terms, averageLength, searched, limit } = options;
  const present = terms.filter((term) => term.chunks > 0);
  if (present.length === 0) return [];
  const weighed = Math.max(WEIGHED_LEAST, limit, Math.floor(COUNTED / present.length));
  const { rows } = await sql<KeywordCandidate>`
    select chunk_row, item_row, keyword from (
      select w.chunk_row, w.item_row, ${bm25Sql(present, averageLength)} as keyword from (
        select * from (
          select * from search_words as found
          where ${candidateMatch(present, searched)} and ${searched.condition('found')}
          limit ${LOOKED_AT}) as found
        order by ${promiseOf(present)} desc limit ${weighed}) as w) as scored
    order by keyword desc, chunk_row limit ${limit}`.execute(db);
  return rows;
}

/** What a chunk's words tell together, however often it says them: cheap to ask, and most of its score. */
function promiseOf(terms: readonly WeighedTerm[]): RawBuilder<number> {
  const parts = terms.map(
    ({ term, information }) =>
      sql<number>`(case when found.words @@ ${toTermQuery(term)}::tsquery
        then ${sql.lit(information)} else 0 end)`,
  );
  return sql<number>`(${sql.join(parts, sql` + `)})`;
}

/**
 * Any of the rarest words, as many as together stay within what is weighed; where even the rarest is common, chunks
 * with the two rarest together come first. Among few rows every word may lead to a chunk.
 */
function candidateMatch(terms: readonly WeighedTerm[], searched: SearchedRows): RawBuilder<boolean> {
  const byRarity = terms.toSorted((left, right) => left.chunks - right.chunks);
  const chosen: WeighedTerm[] = [];
  let expected = 0;
  for (const term of byRarity) {
    if (chosen.length > 0 && !searched.areFew && expected + term.chunks > LOOKED_AT) break;
    chosen.push(term);
    expected += term.chunks;
  }
  const [rarest, next] = byRarity;
  const together = byRarity[chosen.length];
  const parts = chosen.map(({ term }) => toTermQuery(term));
  if (rarest && next && chosen.length === 1 && expected > LOOKED_AT && !searched.areFew) {
    const both = `${toTermQuery(rarest.term)} & ${toTermQuery(next.term)}`;
    return sql<boolean>`found.words @@ ${both}::tsquery`;
  }
  // The first word that was left out still counts where it meets the one after it.
  const after = byRarity[chosen.length + 1];
  if (together && after) parts.push(`(${toTermQuery(together.term)} & ${toTermQuery(after.term)})`);
  return sql<boolean>`found.words @@ ${parts.join(' | ')}::tsquery`;
}
