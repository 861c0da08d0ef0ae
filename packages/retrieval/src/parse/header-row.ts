import { cellDate, cellNumber } from '../tables/cell-value.js';

/** A title, a date or an empty line may come before the header. More rows than this do not. */
export const MOST_ROWS_ABOVE = 8;
/** How many rows are sampled to find the usual number of cells. */
const SAMPLE = 40;
/** Headers and rows leave some cells empty. */
export const MOST_FILLED = 0.7;

type Row = readonly string[];

/**
 * KB-12: the first row that names as many columns as the rows below have cells, in words (years may be among them). 0
 * if there is none. Sheets are cut at it when parsed, and tables in other documents when queried.
 */
export function headerRowAt(rows: readonly Row[]): number {
  const usual = usualCells(rows.slice(0, SAMPLE));
  let isBelowValues = false;
  for (const [index, row] of rows.slice(0, MOST_ROWS_ABOVE).entries()) {
    if (filledCells(row) < usual * MOST_FILLED) continue;
    // Dates can name columns too, but below other values they are values.
    if (namesColumns(row) && !(isBelowValues && row.some(isDay))) return index;
    isBelowValues = true;
  }
  return 0;
}

/** The usual number of cells in a row. If other rows have more, rows with a single cell are titles and notes. */
export function usualCells(rows: readonly Row[]): number {
  const counts = rows.map(filledCells).filter((count) => count > 0);
  const several = counts.filter((count) => count > 1);
  const counted = (several.length > 0 ? several : counts).toSorted((left, right) => left - right);
  return counted.at(Math.floor(counted.length / 2)) ?? 1;
}

export function filledCells(row: Row): number {
  let filled = 0;
  for (const cell of row) if (cell.trim() !== '') filled += 1;
  return filled;
}

/** Words, a year, or a year followed by a word: "2025 Budget". */
export function namesColumns(row: Row): boolean {
  return row.every(
    (cell) =>
      cell === '' || /^(?:1[5-9]|20)\d{2}(?: \p{L}{3,})?$/u.test(cell) || cellNumber(cell, false) === null,
  );
}

export function isDay(cell: string): boolean {
  return cellDate(cell)?.length === 'YYYY-MM-DD'.length;
}
