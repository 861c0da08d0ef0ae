import type { PdfLine, PdfPiece } from './pdf-lines.js';

/** Starts in the same column differ by less than this share of the font size. */
const ALIGNED = 0.35;

/** The same for an estimated start. */
const NEARLY_ALIGNED = 0.6;

/** A longer average means prose in two columns, not a table. */
const LONGEST_CELLS = 60;

/** Whether a line has a gap that no sentence has. */
export function hasWideGap(line: PdfLine): boolean {
  return line.pieces.some((piece, index) => index > 0 && piece.isApart);
}

/**
 * Rows and cells of lines that form a table; null if they do not. A cell starts after a wide gap, or where cells of
 * other lines start: a narrow column leaves no wide gap beside a long entry.
 */
export function pdfTableRows(lines: readonly PdfLine[]): string[][] | null {
  if (lines.length < 2) return null;
  const starts = commonStarts(lines);
  const rows = lines.map((line) => cellsOf(line, starts));
  const widest = rows.reduce((best, row) => (row.length > best.length ? row : best), rows[0] ?? []);
  if (widest.length < 2 || rows.filter((row) => row.length === widest.length).length < 2) return null;
  const cells = rows.flat();
  const characters = cells.reduce((sum, cell) => sum + cell.text.length, 0);
  if (characters / cells.length > LONGEST_CELLS) return null;
  return rows.map((row) => {
    const placed = widest.map(() => '');
    for (const [index, cell] of row.entries()) {
      const column = row.length === widest.length ? index : nearest(cell, widest);
      placed[column] = [placed[column], cell.text].filter(Boolean).join(' ');
    }
    return placed;
  });
}

interface Cell {
  text: string;
  x: number;
  right: number;
}

/** Positions where pieces of at least half of the lines start. */
function commonStarts(lines: readonly PdfLine[]): number[] {
  const starts: { x: number; lines: Set<PdfLine> }[] = [];
  for (const line of lines) {
    for (const { x } of line.pieces) {
      const known = starts.find((start) => Math.abs(start.x - x) < line.size * ALIGNED);
      if (known) known.lines.add(line);
      else starts.push({ x, lines: new Set([line]) });
    }
  }
  const enough = Math.max(2, lines.length / 2);
  return starts.filter((start) => start.lines.size >= enough).map((start) => start.x);
}

function cellsOf(line: PdfLine, starts: readonly number[]): Cell[] {
  const cells: Cell[] = [];
  const begun = (x: number) => starts.find((start) => Math.abs(start - x) < line.size * ALIGNED);
  const taken = new Set(line.pieces.map((piece) => begun(piece.x)));
  const open = starts.filter((start) => !taken.has(start));
  for (const piece of line.pieces.flatMap((one) => splitAtStarts(one, open, line.size))) {
    const last = cells.at(-1);
    const begins = piece.isApart || begun(piece.x) !== undefined;
    if (!last || begins) cells.push({ text: piece.text.trim(), x: piece.x, right: piece.right });
    else {
      last.text = `${last.text} ${piece.text.trim()}`;
      last.right = piece.right;
    }
  }
  return cells;
}

/**
 * Files often store neighbouring cells as one piece. The position of a word in it can only be estimated from the
 * letters before it, which is enough to recognise the start of a column that nothing else in the line starts at.
 */
function splitAtStarts(piece: PdfPiece, starts: readonly number[], size: number): PdfPiece[] {
  const perLetter = (piece.right - piece.x) / Math.max(piece.text.length, 1);
  for (const word of piece.text.matchAll(/(?<=\s)\S/gu)) {
    const x = piece.x + word.index * perLetter;
    const start = starts.find((one) => Math.abs(one - x) < size * NEARLY_ALIGNED);
    if (start === undefined) continue;
    const before = { ...piece, text: piece.text.slice(0, word.index).trimEnd(), right: start };
    const after = { ...piece, text: piece.text.slice(word.index), x: start, isApart: true };
    const later = starts.filter((one) => one > start);
    return [before, ...splitAtStarts(after, later, size)];
  }
  return [piece];
}

/** The column whose start, end or middle is closest, because columns are aligned left, right or centred. */
function nearest(cell: Cell, columns: readonly Cell[]): number {
  const distance = (column: Cell): number =>
    Math.min(
      Math.abs(column.x - cell.x),
      Math.abs(column.right - cell.right),
      Math.abs(column.x + column.right - cell.x - cell.right) / 2,
    );
  let best = 0;
  for (const [index, column] of columns.entries())
    if (distance(column) < distance(columns[best] ?? column)) best = index;
  return best;
}
