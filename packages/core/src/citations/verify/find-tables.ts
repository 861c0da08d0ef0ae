/** A table cell in a text, with its position. Row 0 holds the headers; a table without headers begins with row 1. */
export interface TableCell {
  start: number;
  end: number;
  row: number;
  column: number;
}

/** A table in a text: `| a | b |`, columns separated by tabs or spaces, or comma-separated values. */
export interface TextTable {
  start: number;
  end: number;
  /** By row, without the line of dashes. */
  rows: TableCell[][];
}

type Sign = '|' | '\t' | ',' | ' ';

const DASHES = /^[\s|:+-]*-[\s|:+-]*$/;
/** Longer ones are sentences with commas, not cells. */
const LONGEST_CELL = 80;
const LEAST_COMMAS = 2;
const LONGEST_LINE = 4000;

/** Finds tables of at least two rows. Reads the text once, line by line. */
export function findTables(text: string): TextTable[] {
  const tables: TextTable[] = [];
  if (!text.includes('\n')) return tables;
  let open: { sign: Sign; columns: number; table: TextTable } | null = null;
  const close = () => {
    if (open) {
      const table = withHeader(text, open.table);
      if (table.rows.length > 1) tables.push(table);
    }
    open = null;
  };
  for (let start = 0; start < text.length;) {
    let end = text.indexOf('\n', start);
    if (end === -1) end = text.length;
    const line = text.slice(start, end);
    const sign: Sign | null = signOf(line);
    const columns = sign === null ? 0 : sign === ' ' ? figuresIn(line) + 1 : line.split(sign).length;
    const isOther = sign === ',' ? columns !== open?.columns : sign === ' ' && columns < (open?.columns ?? 0);
    if (open && (sign !== open.sign || isOther)) close();
    if (sign !== null) {
      if (!open) {
        open = { sign, columns, table: { start, end, rows: [] } };
        const header = sign === ' ' ? headerAbove(text, start, columns) : null;
        if (header) open.table = { start: header[0]?.start ?? start, end, rows: [header] };
      }
      open.table.end = end;
      const row = open.table.rows.length;
      if (sign === ' ') open.table.rows.push(cellsBehind(line, start, open.columns, row));
      else if (!(sign === '|' && DASHES.test(line))) open.table.rows.push(cellsOf(line, start, sign, row));
    }
    start = end + 1;
  }
  close();
  return tables;
}

/**
 * The table from its header on. A title alone in the first row is above the table, and a first row of figures is not a
 * header.
 */
function withHeader(text: string, table: TextTable): TextTable {
  const filled = (cells: readonly TableCell[]) => cells.filter((cell) => contentOf(text, cell) !== '').length;
  let first = 0;
  while (
    (table.rows[first]?.length ?? 0) > 1 &&
    filled(table.rows[first] ?? []) === 1 &&
    table.rows.slice(first + 1).some((cells) => filled(cells) > 1)
  )
    first++;
  const rows = table.rows.slice(first);
  const shift = isData(text, rows) ? 1 : 0;
  if (first === 0 && shift === 0) return table;
  return {
    start: first === 0 ? table.start : text.lastIndexOf('\n', rows[0]?.[0]?.start ?? 0) + 1,
    end: table.end,
    rows: rows.map((cells, index) => cells.map((cell) => ({ ...cell, row: index + shift }))),
  };
}

const contentOf = (text: string, { start, end }: TableCell) => text.slice(start, end).trim();
/** A figure that cannot be a column header: with a currency, a fraction, or a thousands separator. */
const FIGURE = /^(?:[£$€¥]\s?)?\d+(?:[.,]\d+)+$|^[£$€¥]\s?\d+$/;
const NUMBER = /^(?:[£$€¥]\s?)?[\d.,]+\s?%?$/;

function isData(text: string, [first = [], second = []]: readonly TableCell[][]): boolean {
  const [label = '', ...values] = first.map((cell) => contentOf(text, cell));
  return (
    /\p{L}/u.test(label) &&
    values.some((value) => FIGURE.test(value)) &&
    values.every(
      (value, index) =>
        NUMBER.test(value) || !NUMBER.test(second[index + 1] ? contentOf(text, second[index + 1]!) : ''),
    )
  );
}

function signOf(line: string): Sign | null {
  if (line.length > LONGEST_LINE) return null;
  if (line.includes('|') && (line.trim().startsWith('|') || line.split('|').length > 2)) return '|';
  if (line.includes('\t') && line.trim().includes('\t')) return '\t';
  if (figuresIn(line) >= LEAST_FIGURES) return ' ';
  if (!line.includes(',') || line.includes(', ')) return null;
  const parts = line.split(',');
  if (parts.length <= LEAST_COMMAS) return null;
  return parts.every((part) => part.length <= LONGEST_CELL) ? ',' : null;
}

/** `Altar candles 12 8.40 100.80`, as in a scan: figures at the end of a line that begins with a word. */
const FIGURES_BEHIND = /^\s*\p{L}.*?((?:\s[£$€]?\d[\d.,]*%?)+)\s*$/u;
const LEAST_FIGURES = 2;
const LONGEST_ROW = 200;

const figuresIn = (line: string) =>
  line.length > LONGEST_ROW ? 0 : (FIGURES_BEHIND.exec(line)?.[1]?.trim().split(/\s+/).length ?? 0);

/** The label and the last figures of the line. */
function cellsBehind(line: string, offset: number, columns: number, row: number): TableCell[] {
  const places = [...line.matchAll(/\s(?=\S)/g)].map(({ index }) => index).slice(1 - columns);
  const ends = [...places, line.length];
  return ends.map((end, column) => ({
    start: offset + (column === 0 ? 0 : (ends[column - 1] ?? 0) + 1),
    end: offset + end,
    row,
    column,
  }));
}

/** The line above, if it has one word per column. */
function headerAbove(text: string, start: number, columns: number): TableCell[] | null {
  const from = text.lastIndexOf('\n', start - 2) + 1;
  const line = text.slice(from, Math.max(from, start - 1));
  if (start === 0 || !/^\p{L}[\p{L}\s]*$/u.test(line) || line.trim().split(/\s+/).length !== columns)
    return null;
  return cellsBehind(line, from, columns, 0);
}

function cellsOf(line: string, offset: number, sign: Sign, row: number): TableCell[] {
  let from = 0;
  let to = line.length;
  if (sign === '|') {
    const first = /^\s*\|/.exec(line);
    if (first) from = first[0].length;
    const last = /\|\s*$/.exec(line);
    if (last && last.index >= from) to = last.index;
  }
  const cells: TableCell[] = [];
  for (let start = from; start <= to;) {
    let end = line.indexOf(sign, start);
    if (end === -1 || end > to) end = to;
    cells.push({ start: offset + start, end: offset + end, row, column: cells.length });
    start = end + 1;
  }
  return cells;
}
