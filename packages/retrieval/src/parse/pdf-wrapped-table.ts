import type { PdfLine } from './pdf-lines.js';
import { isSameSize, pdfRows, type PdfCell, type PdfRow } from './pdf-wrapped-rows.js';

/** A table on a page: its rows replace the lines from `start` to `end`. */
export interface PdfWrappedTable {
  start: number;
  end: number;
  rows: string[][];
}

/** The greatest distance between rows of a table, in font sizes. */
const ROW_STEP = 4;
/** A longer average means prose in columns, not a table. */
const LONGEST_CELLS = 60;
const NUMBERING = /^(?:[•‣◦▪●○–·*-]|\(?(?:[\d.]{1,8}|[a-zA-Z]|[ivxIVX]{1,5})[.):]?)$/u;

/** No real page has more; a hostile one may. */
const MOST_LINES = 2000;
const MOST_COLUMNS = 60;

interface Hull {
  x: number;
  right: number;
}

/**
 * KB-1: finds tables with cells of several lines. Anything else, and anything not in columns from the first row to the
 * last, is left alone.
 */
export function pdfWrappedTables(lines: readonly PdfLine[]): PdfWrappedTable[] {
  if (lines.length > MOST_LINES) return [];
  const rows = pdfRows(lines);
  const tables: PdfWrappedTable[] = [];
  for (let start = 0; start < rows.length;) {
    let end = start + 1;
    while (end < rows.length && follows(rows[end - 1]!, rows[end]!)) end += 1;
    tables.push(...tablesAmong(rows.slice(start, end)));
    start = end;
  }
  return tables;
}

function follows(above: PdfRow, below: PdfRow): boolean {
  const step = above.bottom - below.top;
  return isSameSize(above.size, below.size) && step > 0 && step < ROW_STEP * below.size;
}

function tablesAmong(rows: readonly PdfRow[]): PdfWrappedTable[] {
  const columns = columnsOf(rows);
  if (!columns) return [];
  const isIn = (row: PdfRow) => row.cells.every((cell) => columnAt(columns, cell) !== null);
  const found: PdfWrappedTable[] = [];
  for (let start = 0; start < rows.length;) {
    let end = start;
    while (end < rows.length && isIn(rows[end]!)) end += 1;
    const table = tableOf(rows.slice(start, end), columns);
    if (table) found.push(table);
    start = Math.max(end, start + 1);
  }
  return found;
}

/** The horizontal extent of each column, from the widest rows; null if columns would overlap. */
function columnsOf(rows: readonly PdfRow[]): Hull[] | null {
  const most = rows.reduce((count, row) => Math.max(count, row.cells.length), 0);
  const widest = rows.filter((row) => row.cells.length === most);
  if (most < 2 || most > MOST_COLUMNS || widest.length < 2) return null;
  const columns = Array.from({ length: most }, (_, column) => ({
    x: Math.min(...widest.map((row) => row.cells[column]!.x)),
    right: Math.max(...widest.map((row) => row.cells[column]!.right)),
  }));
  const isApart = columns.every((column, index) => index === 0 || column.x > columns[index - 1]!.right);
  return isApart ? columns : null;
}

/** The column of a cell; null if it spans several. */
function columnAt(columns: readonly Hull[], cell: Hull): number | null {
  const over = columns.flatMap((column, index) =>
    cell.x < column.right && cell.right > column.x ? [index] : [],
  );
  return over.length === 1 ? over[0]! : null;
}

function tableOf(rows: readonly PdfRow[], columns: readonly Hull[]): PdfWrappedTable | null {
  const placed = joinRows(trim(rows), columns);
  const [first] = placed;
  const last = placed.at(-1);
  if (!first || !last || placed.length < 2) return null;
  if (!placed.some((row) => row.cells.some((cell) => cell.lines.length > 1))) return null;
  if (placed.filter((row) => row.cells.length === columns.length).length < 2) return null;
  const texts = placed.map((row) => textsOf(row, columns));
  const cells = texts.flat().filter((text) => text !== '');
  if (cells.reduce((sum, text) => sum + text.length, 0) / cells.length > LONGEST_CELLS) return null;
  const isList = texts.filter(([label = '']) => NUMBERING.test(label)).length > texts.length / 2;
  if (isList && columns.length === 2) return null;
  return {
    start: Math.min(...placed.map((row) => row.start)),
    end: Math.max(...placed.map((row) => row.end)),
    rows: texts,
  };
}

/** A single line above or below the table is a caption or a note, unless it is closer than rows are. */
function trim(rows: readonly PdfRow[]): readonly PdfRow[] {
  const steps = rows.slice(1).map((row, index) => rows[index]!.bottom - row.top);
  const isLoose = (place: number, step: number | undefined) =>
    rows[place]!.cells.length === 1 && (step === undefined || step > 1.65 * rows[place]!.size);
  let start = 0;
  let end = rows.length;
  while (start < end && isLoose(start, steps[start])) start += 1;
  while (end > start && isLoose(end - 1, steps[end - 2])) end -= 1;
  return rows.slice(start, end);
}

/** Other programs write line by line: a line with fewer cells belongs to the row it is closer to. */
function joinRows(rows: readonly PdfRow[], columns: readonly Hull[]): PdfRow[] {
  const joined: PdfRow[] = [];
  let waiting: PdfRow | null = null;
  const usual = usualStep(rows, columns.length);
  for (const [place, row] of rows.entries()) {
    const above = joined.at(-1);
    const below = rows[place + 1];
    const up = above ? above.bottom - row.top : usual;
    const down = below ? row.bottom - below.top : usual;
    const closest = Math.min(up, down);
    const isPart = row.cells.length < columns.length && closest <= 1.65 * row.size;
    if (waiting) {
      joined.push(merge(waiting, row, columns));
      waiting = null;
    } else if (isPart && above && up <= down + 0.1 * row.size && up < 0.85 * Math.max(down, usual))
      joined[joined.length - 1] = merge(above, row, columns);
    else if (isPart && below && down < 0.85 * Math.max(up, usual) && below.cells.length >= row.cells.length)
      waiting = row;
    else joined.push(row);
  }
  return joined;
}

/** The usual distance between complete rows. If no two are adjacent, the widest distance next to one. */
function usualStep(rows: readonly PdfRow[], columns: number): number {
  const whole: number[] = [];
  let widest = 0;
  for (const [index, row] of rows.slice(1).entries()) {
    const above = rows[index]!;
    const step = above.bottom - row.top;
    const wholes = [above, row].filter(({ cells }) => cells.length === columns).length;
    if (wholes === 2) whole.push(step);
    if (wholes > 0) widest = Math.max(widest, step);
  }
  return whole.toSorted((left, right) => left - right).at(Math.floor(whole.length / 2)) ?? widest;
}

function merge(above: PdfRow, below: PdfRow, columns: readonly Hull[]): PdfRow {
  const cells: PdfCell[] = columns.flatMap((_, column) => {
    const parts = [...above.cells, ...below.cells].filter((cell) => columnAt(columns, cell) === column);
    const [first, ...others] = parts;
    return first
      ? [
          others.reduce<PdfCell>(
            (cell, { x, right, lines }) => ({
              x: Math.min(cell.x, x),
              right: Math.max(cell.right, right),
              lines: [...cell.lines, ...lines],
            }),
            first,
          ),
        ]
      : [];
  });
  return {
    cells,
    top: Math.max(above.top, below.top),
    bottom: Math.min(above.bottom, below.bottom),
    size: above.size,
    start: Math.min(above.start, below.start),
    end: Math.max(above.end, below.end),
  };
}

function textsOf(row: PdfRow, columns: readonly Hull[]): string[] {
  const texts = columns.map(() => '');
  for (const cell of row.cells) {
    const column = columnAt(columns, cell) ?? 0;
    const text = cell.lines.map((line) => line.text).reduce(joinWrapped);
    texts[column] = [texts[column], text].filter(Boolean).join(' ');
  }
  return texts;
}

/** Joins a word hyphenated at the end of a line. */
function joinWrapped(text: string, next: string): string {
  const isParted = /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next);
  return isParted ? text.slice(0, -1) + next : `${text} ${next}`;
}
