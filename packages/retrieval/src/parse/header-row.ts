import { cellDate, cellNumber } from '../tables/cell-value.js';

/** Above the header there may be a title, a date, an empty line; more than this is no heading. */
export const MOST_ROWS_ABOVE = 8;
/** Rows looked at to tell how many cells a row of the table has. */
const SAMPLE = 40;
/** A header leaves some cells empty, and so do rows. */
export const MOST_FILLED = 0.7;

type Row = readonly string[];

/**
 * KB-12: the first row that names as many columns as the rows below have, in words (years may be among them). 0 where
 * no row does. Sheets are cut at it when they are read, and tables of other documents when they are queried.
 */
export function headerRowAt(rows: readonly Row[]): number {
  const usual = usualCells(rows.slice(0, SAMPLE));
  let isBelowValues = false;
  for (const [index, row] of rows.slice(0, MOST_ROWS_ABOVE).entries()) {
    if (filledCells(row) < usual * MOST_FILLED) continue;
    // Days head columns too, but below other values they are values.
    if (namesColumns(row) && !(isBelowValues && row.some(isDay))) return index;
    isBelowValues = true;
  }
  return 0;
}

/** How many cells a row of them has; lines with a single one are titles and notes where others have more. */
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

/** Words, a year, or a year with a word behind it: "2025 Budget". */
export function namesColumns(row: Row): boolean {
  return row.every(
    (cell) =>
      cell === '' || /^(?:1[5-9]|20)\d{2}(?: \p{L}{3,})?$/u.test(cell) || cellNumber(cell, false) === null,
  );
}

export function isDay(cell: string): boolean {
  return cellDate(cell)?.length === 'YYYY-MM-DD'.length;
}
