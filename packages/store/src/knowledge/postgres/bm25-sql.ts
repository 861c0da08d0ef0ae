import type { QueryTerm } from '@ibid/retrieval/internal';
import { amongMore, lengthPenalty, wordInformation, wordShare } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { WEIGHT_UNIT } from '../sqlite/word-weights.js';
import type { ItemCounts } from './item-counts.js';
import { quoteLexeme } from './lexemes.js';
import type { TermStatistics } from './term-statistics.js';
import { wordCountSql } from './word-count-sql.js';

export interface WeighedTerm {
  term: QueryTerm;
  /** Chunks that contain it, assuming that variants don't overlap. */
  chunks: number;
  information: number;
}

export function weighTerms(
  terms: readonly QueryTerm[],
  statistics: TermStatistics,
  few: ItemCounts | null,
  besideMeaning: boolean,
): WeighedTerm[] {
  return terms.map((term, place) => {
    const chunks = term.variants.reduce((sum, variant) => sum + statistics.chunksWith(variant), 0);
    const counts = { chunks: statistics.chunks, chunksWithWord: chunks };
    const among = few
      ? amongMore({ items: few.items, itemsWithWord: few.itemsWith[place] ?? 0, ...counts })
      : counts;
    return { term, chunks, information: term.count * wordInformation({ besideMeaning, ...among }) };
  });
}

/**
 * BM25 of a row of `all_search_words` called `w`, with the constants of the shared formula. Values that differ between
 * queries are parameters, which allows preparing the statement; floats, because PostgreSQL's decimals are slow.
 */
export function bm25Sql(terms: readonly WeighedTerm[], averageLength: number): RawBuilder<number> {
  const base = lengthPenalty({ length: 0, averageLength });
  const perLength = lengthPenalty({ length: 1, averageLength }) - base;
  // The limit of the share for an infinite count is the factor of the formula.
  const most = wordShare(1, 0);
  const parts = terms.flatMap(({ term, information }) =>
    term.variants.map((variant) => {
      const count = sql<number>`nullif(${wordCountSql(sql`w.words`, variant)}, 0) / ${sql.lit(WEIGHT_UNIT)}::float8`;
      // Reads the count, the most expensive part, once and only if the word occurs.
      return sql<number>`(case when w.words @@ ${quoteLexeme(variant)}::tsquery
        then coalesce(${information * most}::float8
          / (1 + (${base}::float8 + ${perLength}::float8 * w.length) / (${count})), 0)
        else 0::float8 end)`;
    }),
  );
  return parts.length > 0 ? sql<number>`(${sql.join(parts, sql` + `)})` : sql<number>`0::float8`;
}
