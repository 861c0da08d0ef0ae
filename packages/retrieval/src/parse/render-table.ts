import { cleanText } from './clean-text.js';

/**
 * Rows are padded up to this many cells in total. Beyond it, if most cells are empty, rows contain only their values.
 */
const MOST_CELLS = 4_000_000;
const MOST_EMPTY = 0.75;

/** A Markdown table: the first row is the header, short rows are padded, and empty columns and rows are dropped. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(renderCell)).filter((row) => row.some((cell) => cell !== ''));
  const filled = new Set<number>();
  let values = 0;
  for (const row of cells)
    for (const [column, cell] of row.entries())
      if (cell !== '') {
        filled.add(column);
        values += 1;
      }
  const used = [...filled].toSorted((left, right) => left - right);
  const all = used.length * cells.length;
  // One row of a million columns must not pad every other row to a million.
  const isSparse = all > MOST_CELLS && values < all * (1 - MOST_EMPTY);
  const line = (row: readonly string[]) =>
    lineOf(isSparse ? row.filter((cell) => cell !== '') : used.map((column) => row[column] ?? ''));
  const [header, ...body] = cells;
  if (!header) return '';
  return [line(header), ruleOf(used.length), ...body.map(line)].join('\n');
}

/** One row as a line of a Markdown table, without padding; empty if all cells are. */
export function renderRow(row: readonly string[]): string {
  const cells = row.map(renderCell);
  return cells.some((cell) => cell !== '') ? lineOf(cells) : '';
}

export function ruleOf(columns: number): string {
  return `|${'---|'.repeat(columns)}`;
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Matches cells that need no cleaning, as most do. */
const PLAIN =
  /^(?:[\u0021-\u007b\u007d\u007e\u00a1-\u167f]+(?: [\u0021-\u007b\u007d\u007e\u00a1-\u167f]+)*)?$/u;

/** The pattern uses stack space for every character of a cell. */
const LONG_CELL = 10_000;

function renderCell(cell: string): string {
  if (cell.length < LONG_CELL && PLAIN.test(cell)) return cell;
  return cleanText(cell).replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}
