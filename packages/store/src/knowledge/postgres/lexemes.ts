import type { QueryTerm } from '@ibid/retrieval/internal';

/** PostgreSQL takes lexemes up to 2,046 bytes; a run of combining marks can be longer. */
const LONGEST_LEXEME = 256;

/**
 * A tsvector in which a word has as many positions as its weight, which `ts_rank` can reveal (see `word-count-sql.ts`).
 * Words of the text have label A; words that occur only in headings have none.
 */
export function toLexemes(words: ReadonlyMap<string, number>, inText: ReadonlySet<string>): string {
  const parts: string[] = [];
  for (const [word, weight] of words) {
    const label = inText.has(word) ? 'A' : '';
    const positions = Array.from({ length: Math.max(1, weight) }, (_, place) => `${place + 1}${label}`);
    parts.push(`${quoteLexeme(word)}:${positions.join(',')}`);
  }
  return parts.join(' ');
}

/** Matches if any variant occurs. */
export function toTermQuery(term: QueryTerm, label: '' | 'A' = ''): string {
  const suffix = label ? `:${label}` : '';
  return `(${term.variants.map((variant) => `${quoteLexeme(variant)}${suffix}`).join(' | ')})`;
}

export function quoteLexeme(word: string): string {
  return `'${lexemeOf(word).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** The word as stored in the index. */
export function lexemeOf(word: string): string {
  return word.length > LONGEST_LEXEME ? word.slice(0, LONGEST_LEXEME) : word;
}
