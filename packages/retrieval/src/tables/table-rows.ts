import { setImmediate } from 'node:timers/promises';
import { unpackTablePart } from '../parse/table-part.js';
import type { DocumentTable, TableRest, TableRow } from './document-table.js';
import { noteValue } from './question-words.js';
import { isTotal } from './total-label.js';

const ROWS_AT_ONCE = 20_000;
/** KB-12: a document's parts of long tables, and how to read one; null if it is gone. */
export interface TableParts {
  list: readonly { table: number; rows: number }[];
  read(place: number): Promise<Uint8Array | null>;
}

/** All rows of a table, some thousand at a time, yielding in between. */
export async function* tableRows(table: DocumentTable): AsyncGenerator<readonly TableRow[]> {
  for (let start = 0; start < table.rows.length; start += ROWS_AT_ONCE) {
    if (start > 0) await setImmediate();
    yield table.rows.slice(start, start + ROWS_AT_ONCE);
  }
  if (table.rest) yield* table.rest.read();
}

export function countRows({ rows, rest }: DocumentTable): { rows: number; totals: number } {
  const totals = rows.reduce((sum, { isTotal }) => sum + Number(isTotal), 0);
  return { rows: rows.length + (rest?.rows ?? 0), totals: totals + (rest?.totals ?? 0) };
}

/** Facts about the rows that are not in the text, from reading them once; null if there are none. */
export async function tableRest(
  table: DocumentTable,
  place: number,
  parts: TableParts,
): Promise<TableRest | null> {
  const read = () => rowsOfParts(place, table.columns.length, parts);
  const texts = table.columns.flatMap(({ kind }, column) => (kind === 'text' ? [column] : []));
  const values = new Map(texts.map((column) => [column, new Set<string>()]));
  let rows = 0;
  let totals = 0;
  for await (const some of read()) {
    rows += some.length;
    for (const { cells, isTotal } of some) {
      if (isTotal) totals += 1;
      for (const [column, different] of values) noteValue(different, cells[column]);
    }
  }
  return rows === 0 ? null : { place, rows, totals, values, read };
}

/** The same table, with its further rows read through `parts`. */
export function readThrough(table: DocumentTable, parts: TableParts): DocumentTable {
  const { rest, columns } = table;
  if (!rest) return table;
  return { ...table, rest: { ...rest, read: () => rowsOfParts(rest.place, columns.length, parts) } };
}

async function* rowsOfParts(table: number, width: number, parts: TableParts): AsyncGenerator<TableRow[]> {
  for (const [place, part] of parts.list.entries()) {
    if (part.table !== table) continue;
    const packed = await parts.read(place);
    if (!packed) return;
    yield unpackTablePart(packed)
      .split('\n')
      .map((line) => tableRow(packedCells(line), width));
    await setImmediate();
  }
}

/** Padded to the number of columns. */
export function tableRow(cells: string[], width: number): TableRow {
  return {
    cells: cells.length === width ? cells : Array.from({ length: width }, (_, index) => cells[index] ?? ''),
    isTotal: isTotal(cells.find((cell) => cell !== '') ?? ''),
  };
}

/** The cells of a line written by `renderRow`, with one space around each. */
function packedCells(line: string): string[] {
  return line.includes('\\|') ? lineCells(line) : line.slice(2, -2).split(' | ');
}

/** The cells of a Markdown table line. */
export function lineCells(written: string): string[] {
  const line = written.trim();
  const inner = line.slice(1, line.endsWith('|') && !line.endsWith('\\|') ? -1 : undefined);
  return inner.includes('\\|')
    ? inner.split(/(?<!\\)\|/u).map((cell) => cell.trim().replaceAll('\\|', '|'))
    : inner.split('|').map((cell) => cell.trim());
}
