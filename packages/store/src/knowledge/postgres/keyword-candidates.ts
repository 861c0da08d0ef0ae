import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { PREPARED } from '../../database/prepared.js';
import type { Database } from '../../database/schema.js';
import { bm25ExtensionCandidates } from './bm25-extension.js';
import { bm25Sql } from './bm25-sql.js';
import type { WeighedTerm } from './bm25-sql.js';
import { toTermQuery } from './lexemes.js';
import type { SearchedRows } from './searched-rows.js';

/** Candidate chunks per query, and word counts read from the most promising of them. */
const LOOKED_AT = 2_000;
const COUNTED = 2_500;
const WEIGHED_LEAST = 300;

/** Words of one query occur together this many times as often as by chance. */
const COMPANY = 2;

export interface KeywordCandidate {
  chunk_row: number;
  item_row: number;
  keyword: number;
}

/** The chunks that match a query best: exact BM25 among those that contain its rarest words. */
export async function keywordCandidates(options: {
  db: Kysely<Database>;
  terms: readonly WeighedTerm[];
  /** All chunks that the viewer may see. */
  chunks: number;
  averageLength: number;
  searched: SearchedRows;
  limit: number;
  /** Whether the extension selects the candidates. */
  byExtension: boolean;
}): Promise<KeywordCandidate[]> {
  const { db, terms, chunks, averageLength, searched, limit } = options;
  const present = terms.filter((term) => term.chunks > 0);
  if (present.length === 0) return [];
  const weighed = Math.max(WEIGHED_LEAST, limit, Math.floor(COUNTED / present.length));
  const condition = searched.condition('found');
  const lookedAt = options.byExtension
    ? bm25ExtensionCandidates({ terms: present, condition, limit: weighed })
    : sql`select chunk_row, item_row, length, words from all_search_words as found
        where ${candidateMatch({ terms: present, chunks, searched })} and ${condition} limit ${LOOKED_AT}`;
  const { rows } = await sql<KeywordCandidate>`${sql.raw(PREPARED)}
    select chunk_row, item_row, keyword from (
      select w.chunk_row, w.item_row, ${bm25Sql(present, averageLength)} as keyword from (
        select * from (${lookedAt}) as found
        order by ${promiseOf(present)} desc limit ${weighed}) as w) as scored
    order by keyword desc, chunk_row limit ${limit}`.execute(db);
  return rows;
}

/** Sum of the weights of the words in a chunk, ignoring counts: cheap to compute, and most of the score. */
function promiseOf(terms: readonly WeighedTerm[]): RawBuilder<number> {
  const parts = terms.map(
    ({ term, information }) =>
      sql<number>`(case when found.words @@ ${toTermQuery(term)}::tsquery
        then ${information}::float8 else 0::float8 end)`,
  );
  return sql<number>`(${sql.join(parts, sql` + `)})`;
}

/**
 * Matches any of the rarest words whose chunks together stay within `LOOKED_AT`. More common words match only in
 * combination: as many as needed to stay within that limit too. If few rows are searched, every word matches.
 */
function candidateMatch(options: {
  terms: readonly WeighedTerm[];
  chunks: number;
  searched: SearchedRows;
}): RawBuilder<boolean> {
  const byRarity = options.terms.toSorted((left, right) => left.chunks - right.chunks);
  const parts: string[] = [];
  let expected = 0;
  for (const { term, chunks } of byRarity) {
    if (!options.searched.areFew && expected + chunks > LOOKED_AT) break;
    parts.push(toTermQuery(term));
    expected += chunks;
  }
  const together: string[] = [];
  let meeting = options.chunks;
  for (const { term, chunks } of byRarity.slice(parts.length)) {
    together.push(toTermQuery(term));
    meeting *= Math.min(1, (chunks / options.chunks) * (together.length > 1 ? COMPANY : 1));
    if (expected + meeting <= LOOKED_AT) break;
  }
  // Words too common even in combination add nothing to the rare ones, unless there are no rare ones.
  if (together.length > 0 && (expected + meeting <= LOOKED_AT || parts.length === 0))
    parts.push(`(${together.join(' & ')})`);
  return sql<boolean>`found.words @@ ${parts.join(' | ')}::tsquery`;
}
