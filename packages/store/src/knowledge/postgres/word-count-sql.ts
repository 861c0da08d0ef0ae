import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { quoteLexeme } from './lexemes.js';

/** The sum of 1/k² over all k, by which `ts_rank` divides. */
const ALL_SQUARES = 1.644_934_066_85;

/**
 * The number of positions of one word. `ts_rank` of n positions of weight 1 is the sum of 1/k² up to n over the sum
 * of all; what is missing to all is close to 1/(n + ½), which gives n back exactly after rounding, up to the 255 that
 * a tsvector holds. It reads one lexeme by binary search, where `unnest` would read them all.
 */
export function wordCountSql(words: RawBuilder<unknown>, word: string): RawBuilder<number> {
  return sql<number>`round(1 / (${sql.lit(ALL_SQUARES)}::float8 * (1 -
    ts_rank('{1,1,1,1}', ${words}, ${quoteLexeme(word)}::tsquery)::float8)) - 0.5::float8)`;
}
