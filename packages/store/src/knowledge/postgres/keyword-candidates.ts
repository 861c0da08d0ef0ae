import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../database/schema.js';
import { bm25Sql } from './bm25-sql.js';
import type { WeighedTerm } from './bm25-sql.js';
import { toTermQuery } from './lexemes.js';
import type { SearchedRows } from './searched-rows.js';

/** Chunks that are weighed for one query. */
const WEIGHED = 4_000;

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
  const { rows } = await sql<KeywordCandidate>`
    select chunk_row, item_row, keyword from (
      select w.chunk_row, w.item_row, ${bm25Sql(present, averageLength)} as keyword from (
        select * from search_words as found
        where ${candidateMatch(present, searched)} and ${searched.condition('found')}
        limit ${WEIGHED}) as w) as scored
    order by keyword desc, chunk_row limit ${limit}`.execute(db);
  return rows;
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
    if (chosen.length > 0 && !searched.areFew && expected + term.chunks > WEIGHED) break;
    chosen.push(term);
    expected += term.chunks;
  }
  const [rarest, next] = byRarity;
  const together = byRarity[chosen.length];
  const parts = chosen.map(({ term }) => toTermQuery(term));
  if (rarest && next && chosen.length === 1 && expected > WEIGHED && !searched.areFew) {
    const both = `${toTermQuery(rarest.term)} & ${toTermQuery(next.term)}`;
    return sql<boolean>`found.words @@ ${both}::tsquery`;
  }
  // The first word that was left out still counts where it meets the one after it.
  const after = byRarity[chosen.length + 1];
  if (together && after) parts.push(`(${toTermQuery(together.term)} & ${toTermQuery(after.term)})`);
  return sql<boolean>`found.words @@ ${parts.join(' | ')}::tsquery`;
}
