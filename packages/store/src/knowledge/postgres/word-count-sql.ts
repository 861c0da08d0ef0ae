import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { quoteLexeme } from './lexemes.js';

/** The sum of 1/k² over all k; `ts_rank` divides by it. */
const ALL_SQUARES = 1.644_934_066_85;

/**
 * The number of positions of one word. For n positions of weight 1, `ts_rank` is the partial sum of 1/k² up to n
 * divided by the infinite sum. The remainder is close to 1/(n + ½), which after rounding gives n exactly, up to the 255
 * positions that a tsvector holds. This reads one lexeme by binary search, where `unnest` would read them all.
 */
export function wordCountSql(words: RawBuilder<unknown>, word: string): RawBuilder<number> {
  return sql<number>`round(1 / (${sql.lit(ALL_SQUARES)}::float8 * (1 -
    ts_rank('{1,1,1,1}', ${words}, ${quoteLexeme(word)}::tsquery)::float8)) - 0.5::float8)`;
}
