import type { PdfLine } from './pdf-lines.js';

/** A line of a cell. */
interface PdfFragment {
  text: string;
  x: number;
  right: number;
  y: number;
  size: number;
}

export interface PdfCell {
  x: number;
  right: number;
  lines: PdfFragment[];
}

/** Cells side by side, and the lines of the page they came from. */
export interface PdfRow {
  cells: PdfCell[];
  top: number;
  bottom: number;
  size: number;
  /** First and last line, in file order. */
  start: number;
  end: number;
}

/** The greatest distance between lines of a cell, in font sizes. */
const LINE_STEP = 1.65;
const MOST_LINES_OF_CELL = 6;
const ALIGNED = 0.6;

/**
 * Joins the lines of a page to rows. Most programs write a table cell by cell: the lines of a wrapped cell, then the
 * next cell beside them, a little further up.
 */
export function pdfRows(lines: readonly PdfLine[]): PdfRow[] {
  const rows: PdfRow[] = [];
  for (const [place, line] of lines.entries()) {
    const fragments = fragmentsOf(line);
    const row = rows.at(-1);
    if (row && isSameSize(row.size, line.size) && takes(rows, row, fragments)) {
      row.end = place + 1;
      continue;
    }
    const first = { top: line.y, bottom: line.y, size: line.size, start: place, end: place + 1 };
    rows.push({ ...first, cells: fragments.map(cellOf) });
  }
  return rows;
}

/** Adds the fragments to the row if they belong there. */
function takes(rows: PdfRow[], row: PdfRow, fragments: readonly PdfFragment[]): boolean {
  const [first] = fragments;
  const cell = row.cells.at(-1);
  if (!first || !cell) return false;
  // A new row starts on the left. A continuation further right, with cells beside it, belongs to this row.
  if ((fragments.length === 1 || row.cells.length > 1) && goesOn(row, cell, first)) {
    addLine(row, cell, first);
    addCells(row, fragments.slice(1));
  } else if (isBeside(rows.at(-2), row, cell, first)) addCells(row, fragments);
  else if (beginsAbove(rows, row) && isBeside(rows.at(-3), row, cell, first)) {
    takeAbove(rows, row);
    addCells(row, fragments);
  } else return false;
  return true;
}

/** The row above is the first line of this row's first cell, whose other cells are aligned to the bottom. */
function beginsAbove(rows: readonly PdfRow[], row: PdfRow): boolean {
  const above = rows.at(-2);
  const [cell] = above?.cells ?? [];
  const next = row.cells[0]?.lines[0];
  return above?.cells.length === 1 && cell !== undefined && next !== undefined && goesOn(above, cell, next);
}

function takeAbove(rows: PdfRow[], row: PdfRow): void {
  const [above] = rows.splice(-2, 1);
  const from = above?.cells[0];
  const [cell] = row.cells;
  if (!above || !from || !cell) return;
  cell.lines.unshift(...from.lines);
  cell.x = Math.min(cell.x, from.x);
  cell.right = Math.max(cell.right, from.right);
  row.top = Math.max(row.top, above.top);
  row.start = above.start;
}

function addCells(row: PdfRow, fragments: readonly PdfFragment[]): void {
  for (const fragment of fragments) {
    const cell: PdfCell = { x: fragment.x, right: fragment.right, lines: [] };
    row.cells.push(cell);
    addLine(row, cell, fragment);
  }
}

/** The next line of the same cell: closely below, with the same alignment as the one above. */
function goesOn(row: PdfRow, cell: PdfCell, next: PdfFragment): boolean {
  const above = cell.lines.at(-1);
  if (!above || cell.lines.length >= MOST_LINES_OF_CELL) return false;
  const drop = above.y - next.y;
  if (drop <= 0.5 * next.size || drop > LINE_STEP * next.size) return false;
  const before = row.cells.at(-2);
  return (!before || next.x > before.right) && isAligned(cell, next);
}

function isAligned(cell: { x: number; right: number }, next: PdfFragment): boolean {
  const near = next.size * ALIGNED;
  return (
    Math.abs(cell.x - next.x) < near ||
    Math.abs(cell.right - next.right) < near ||
    Math.abs(cell.x + cell.right - next.x - next.right) / 2 < near
  );
}

/** To the right of the cell, at the height of the row. Its first line may be higher, but not in the row above. */
function isBeside(above: PdfRow | undefined, row: PdfRow, cell: PdfCell, next: PdfFragment): boolean {
  if (next.x < cell.right + 0.3 * next.size) return false;
  if (next.y < row.bottom - 0.5 * next.size) return false;
  if (next.y > row.bottom + MOST_LINES_OF_CELL * LINE_STEP * next.size) return false;
  return !above || above.bottom < row.top || next.y < above.bottom - 0.5 * next.size;
}

function addLine(row: PdfRow, cell: PdfCell, line: PdfFragment): void {
  cell.lines.push(line);
  cell.x = Math.min(cell.x, line.x);
  cell.right = Math.max(cell.right, line.right);
  row.top = Math.max(row.top, line.y);
  row.bottom = Math.min(row.bottom, line.y);
}

function cellOf(line: PdfFragment): PdfCell {
  return { x: line.x, right: line.right, lines: [line] };
}

export function isSameSize(left: number, right: number): boolean {
  return Math.abs(left - right) < 0.12 * Math.max(left, right);
}

function fragmentsOf({ pieces, y, size }: PdfLine): PdfFragment[] {
  const fragments: PdfFragment[] = [];
  for (const piece of pieces) {
    const last = fragments.at(-1);
    if (!last || piece.isApart)
      fragments.push({ text: piece.text.trim(), x: piece.x, right: piece.right, y, size });
    else {
      last.text = `${last.text} ${piece.text.trim()}`;
      last.right = piece.right;
    }
  }
  return fragments;
}
