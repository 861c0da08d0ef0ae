import { isBlank } from '../tables/cell-value.js';
import { plainWords } from './about-names.js';

interface Row {
  text: string;
  /** For a table row: its column names. */
  columns?: string | undefined;
}

/**
 * The column that a question names and that is empty in every row quoted: "What is the key number of Ann?" of a row
 * without one. Null if one of them has it.
 */
export function emptyCell(question: string, rows: readonly Row[]): string | null {
  const asked = new Set(plainWords(question));
  const columns = [...new Set(rows.map(({ columns: names }) => names))];
  const [names] = columns;
  if (columns.length !== 1 || names === undefined) return null;
  const headers = names.split('|').map((name) => name.trim());
  const named = headers.flatMap((header, at) => {
    const words = plainWords(header.replaceAll(/\([^)]*\)/gu, ' '));
    return words.length > 0 && words.every((word) => asked.has(word)) ? [{ header, at, words }] : [];
  });
  // `Key number` rather than `Number`.
  const [longest, ...others] = named.toSorted((one, other) => other.words.length - one.words.length);
  if (!longest || others.some(({ words }) => !words.every((word) => longest.words.includes(word))))
    return null;
  const isEmpty = rows.every(({ text }) => {
    const cells = text.split('|').map((cell) => cell.trim());
    return cells.length === headers.length && isBlank(cells[longest.at] ?? '');
  });
  return isEmpty ? longest.header : null;
}
