import { compareAmounts, type Amount } from './amount.js';
import type { ClaimTerms } from './claim-terms.js';
import { firstTokenFrom, type ClaimToken } from './claim-token.js';
import type { PreparedText } from './prepared-text.js';
import { saysNothing } from './says-nothing.js';
import { isSameCurrency } from './units.js';

/** The most rows of one source that are counted and added; more would take longer than the rest of the check. */
const MOST_ROWS = 2000;
const LEAST_ROWS = 2;
const AVERAGE = /^(?:average|averag|mean|durchschnitt|durchschnittlich|mittel)$/;

type Cell = readonly ClaimToken[];

/** Tables with the same header, anywhere in the source. */
interface Sheet {
  header: Cell[];
  rows: Cell[][];
}

/** How an amount results from rows that do not state it. */
export interface OfRows {
  how: 'count' | 'sum' | 'average';
  rows: number;
}

/**
 * `Nadia worked 18 hours in total` or `the annex had four faults`: no row says so, but the rows with Nadia add up to
 * 18, and four rows have the annex. A row counts if the claim names its cell in every column in which it names any.
 * Null if the rows give another result. `isSameMatter`: the claim is clearly about this source, judging by its words.
 */
export function amountOfRows(
  amount: Amount,
  claim: ClaimTerms,
  source: readonly PreparedText[],
  isSameMatter: boolean,
): OfRows | null {
  if (amount.date || amount.kind === 'clock') return null;
  const named = claim.tokens.filter((token) => token.amount !== amount);
  for (const sheet of sheetsOf(source)) {
    const found = fromSheet(amount, named, sheet, isSameMatter);
    if (found) return found;
  }
  return null;
}

function fromSheet(
  amount: Amount,
  named: readonly ClaimToken[],
  { header, rows }: Sheet,
  isSameMatter: boolean,
): OfRows | null {
  const terms = new Set(named.map(({ term }) => term));
  const figures = named.flatMap((token) => token.amount ?? []);
  const isNamed = (cell: Cell) => isNamedBy(cell, figures, terms);
  const filtered = header.map((_, column) => rows.some((row) => isNamed(row[column] ?? [])));
  const meant = rows.filter((row) =>
    filtered.every((isFiltered, column) => !isFiltered || isNamed(row[column] ?? [])),
  );
  const isOfAll = !filtered.includes(true);
  if (meant.length < LEAST_ROWS || (isOfAll && !isSameMatter)) return null;
  // A small number may equal the number of rows by chance.
  if (!isOfAll && isSameMatter && amount.kind === '' && amount.value === meant.length)
    return { how: 'count', rows: meant.length };
  for (const [column, names] of header.entries()) {
    // A whole column counts only if the claim names it.
    if (filtered[column] || (isOfAll && !names.some(({ term }) => terms.has(term)))) continue;
    const values = meant.flatMap((row) => valueIn(amount, row[column] ?? []) ?? []);
    if (values.length < LEAST_ROWS) continue;
    const sum = values.reduce((total, value) => total + value, 0);
    if (isThat(amount, sum)) return { how: 'sum', rows: values.length };
    if (named.some(({ term }) => AVERAGE.test(term)) && isThat(amount, sum / values.length, 0.01))
      return { how: 'average', rows: values.length };
  }
  return null;
}

/** Whether all words of a cell, or its figure, are in the claim. */
function isNamedBy(cell: Cell, figures: readonly Amount[], terms: ReadonlySet<string>): boolean {
  let isNamed = false;
  for (const token of cell) {
    const { amount, term } = token;
    if (!amount && saysNothing(token)) continue;
    isNamed = amount ? figures.some((figure) => compareAmounts(figure, amount) === 'same') : terms.has(term);
    if (!isNamed) return false;
  }
  return isNamed;
}

/** The only figure of a cell: in the claim's unit, or without one, as below a header that names it. */
function valueIn(claimed: Amount, cell: Cell): number | null {
  const [only, another] = cell.flatMap(({ amount }) => amount ?? []);
  if (!only || another || only.date || only.kind === 'clock') return null;
  if (only.kind === '') return (only.written * claimed.value) / (claimed.written || 1);
  return only.kind === claimed.kind && isSameCurrency(only.currency, claimed.currency) ? only.value : null;
}

function isThat({ value, isAbout }: Amount, found: number, rounding = 1e-6): boolean {
  return Math.abs(found - value) <= Math.abs(value) * (isAbout === true ? 0.05 : rounding);
}

/** Cached: splitting a table into cells costs more than reading them, and every claim about a source needs them. */
const readTables = new WeakMap<PreparedText, Sheet[]>();

function tablesOf(text: PreparedText): Sheet[] {
  const known = readTables.get(text);
  if (known) return known;
  const read = text.tables.map(({ rows }) => {
    const cells = rows.map((row) =>
      row.map(({ start, end }) =>
        text.tokens.slice(firstTokenFrom(text.tokens, start), firstTokenFrom(text.tokens, end)),
      ),
    );
    const [first = []] = cells;
    return rows[0]?.[0]?.row === 0
      ? { header: first, rows: cells.slice(1) }
      : { header: first.map(() => []), rows: cells };
  });
  readTables.set(text, read);
  return read;
}

function sheetsOf(source: readonly PreparedText[]): Sheet[] {
  const sheets = new Map<string, Sheet>();
  let count = 0;
  for (const text of source)
    for (const { header, rows } of tablesOf(text)) {
      const key = header.map((cell) => cell.map(({ term }) => term).join(' ')).join('|');
      const sheet = sheets.get(key) ?? { header, rows: [] };
      sheets.set(key, sheet);
      if ((count += rows.length) > MOST_ROWS) return [];
      sheet.rows.push(...rows);
    }
  return [...sheets.values()];
}
