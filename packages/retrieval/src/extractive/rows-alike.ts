import type { Candidate } from './collect-candidates.js';

/** Smaller tables may be quoted row by row. */
const MANY = 5;

/**
 * A test whether a row is one of many that the question does not distinguish, in a table that lacks a word that other
 * sentences have. "How deep may a diver go?" fits all rows of a list of depths, and none of them answers it if another
 * sentence is about divers.
 */
export function rowsAlike(
  candidates: readonly Candidate[],
  holds: (one: Candidate, term: string) => boolean,
  asked: readonly string[],
): (one: Candidate) => boolean {
  const alike = new Set<Candidate>();
  for (const rows of tablesOf(candidates)) {
    const isMissed = (term: string) => !rows.some((row) => holds(row, term) || row.context.has(term));
    if (!asked.some((term) => isMissed(term) && candidates.some((one) => holds(one, term)))) continue;
    const telling = asked.filter((term) => !rows.every((row) => holds(row, term)));
    const untold = rows.filter((row) => !telling.some((term) => holds(row, term)));
    if (untold.length >= MANY) for (const row of untold) alike.add(row);
  }
  return (one) => alike.has(one);
}

function tablesOf(candidates: readonly Candidate[]): Iterable<Candidate[]> {
  const tables = new Map<string, Candidate[]>();
  for (const one of candidates) {
    if (!one.isRow) continue;
    const key = `${one.number} ${one.columns ?? ''}`;
    const rows = tables.get(key);
    if (rows) rows.push(one);
    else tables.set(key, [one]);
  }
  return tables.values();
}
