import { setImmediate } from 'node:timers/promises';
import { headerRowAt } from '../parse/header-row.js';
import { cellDate, cellNumber, isBlank, writesCommaDecimals } from './cell-value.js';
import type { DocumentTable, TableColumn } from './document-table.js';
import { jsonTables } from './json-tables.js';
import { withSums } from './sum-rows.js';
import { lineCells, tableRest, tableRow, type TableParts } from './table-rows.js';

/** This share of the cells that state something decides a column's kind: there is always a "see below". */
const MOST = 0.8;
/** How many cells are sampled to decide a column's kind. */
const SAMPLE = 2_000;
/** Lines read before yielding to other work. */
const LINES_AT_ONCE = 5_000;
export interface RawTable {
  name: string;
  rows: { cells: string[]; span?: { start: number; end: number } }[];
}

/**
 * KB-12: the tables in a stored text, whatever type of file it came from: sheets, CSV files and tables in documents are
 * all stored as Markdown tables. Lists of records in a JSON file are tables too. A large text is read in pieces,
 * yielding in between.
 */
export async function documentTables(text: string, parts?: TableParts): Promise<DocumentTable[]> {
  const records = jsonTables(text);
  if (records) return records.flatMap((table) => typed(table) ?? []);
  const tables: RawTable[] = [];
  let heading = '';
  let open: RawTable | null = null;
  let previous: { start: number; end: number } | null = null;
  let start = 0;
  for (let lines = 1; start < text.length; lines += 1) {
    if (lines % LINES_AT_ONCE === 0) await setImmediate();
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const isRow = text[start] === '|';
    if (!isRow) {
      open = null;
      const named = /^#{1,6}\s+(\S.*)$/u.exec(text.slice(start, Math.min(end, start + 500)))?.[1];
      if (named) heading = named.trim();
    } else if (open) open.rows.push(rowOf(text, start, end));
    else if (previous && isRule(text.slice(start, Math.min(end, start + 5_000)))) {
      open = { name: heading, rows: [rowOf(text, previous.start, previous.end)] };
      tables.push(open);
    }
    previous = isRow ? { start, end } : null;
    start = end + 1;
  }
  const found: DocumentTable[] = [];
  for (const [place, raw] of tables.entries()) {
    const table = typed(raw);
    if (!table) continue;
    const rest = parts && (await tableRest(table, place, parts));
    found.push(rest ? { ...table, rest } : table);
  }
  return found;
}

function isRule(line: string): boolean {
  return /^\|[\s:|-]*-[\s:|-]*$/u.test(line);
}

function rowOf(text: string, start: number, end: number): RawTable['rows'][number] {
  return { cells: lineCells(text.slice(start, end)), span: { start, end } };
}

function typed({ name, rows }: RawTable): DocumentTable | null {
  const at = headerRowAt(rows.map((row) => row.cells));
  const header = rows[at];
  const body = rows.slice(at + 1);
  if (!header || body.length === 0) return null;
  const names = columnNames(header.cells);
  const columns = names.map((columnName, index) => columnOf(columnName, cellsOf(body, index)));
  return {
    name,
    columns,
    rows: withSums(
      body.map(({ cells, span }) => ({ ...tableRow(cells, columns.length), ...(span ? { span } : {}) })),
      columns,
    ),
  };
}

function columnNames(cells: readonly string[]): string[] {
  const used = new Set<string>();
  return cells.map((cell, index) => {
    const plain = cell.replaceAll(/[*_`]/gu, '').trim() || `Column ${index + 1}`;
    let name = plain;
    for (let copy = 2; used.has(name.toLowerCase()); copy += 1) name = `${plain} (${copy})`;
    used.add(name.toLowerCase());
    return name;
  });
}

function cellsOf(rows: readonly { cells: readonly string[] }[], index: number): string[] {
  const step = Math.max(1, Math.ceil(rows.length / SAMPLE));
  const cells: string[] = [];
  for (let row = 0; row < rows.length; row += step) {
    const cell = rows[row]?.cells[index];
    if (cell && !isBlank(cell)) cells.push(cell);
  }
  return cells;
}

function columnOf(name: string, cells: readonly string[]): TableColumn {
  const isCommaDecimal = writesCommaDecimals(cells);
  const numbers = cells.flatMap((cell) => cellNumber(cell, isCommaDecimal) ?? []);
  if (cells.length > 0 && numbers.length >= cells.length * MOST) {
    const units = [...new Set(numbers.map(({ unit }) => unit).filter((unit) => unit !== ''))];
    return { name, kind: 'number', units, isCommaDecimal };
  }
  const dates = cells.filter((cell) => cellDate(cell) !== null).length;
  const kind = cells.length > 0 && dates >= cells.length * MOST ? 'date' : 'text';
  return { name, kind, units: [], isCommaDecimal };
}
