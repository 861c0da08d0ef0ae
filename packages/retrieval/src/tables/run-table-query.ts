import { setImmediate } from 'node:timers/promises';
import { cellDate, cellNumber, cellValue } from './cell-value.js';
import type { DocumentTable, TableColumn, TableRow } from './document-table.js';
import { findColumn } from './find-column.js';
import { readExpression, unknownColumn, type RowNumber } from './read-expression.js';
import { TableProblem } from './table-problem.js';
import {
  calculationName,
  type TableCalculation,
  type TableCondition,
  type TableQuery,
} from './table-query.js';

export interface TableResult {
  header: string[];
  rows: string[][];
  /** Rows of the table that each row of the result was made from. */
  from: TableRow[][];
  /** Groups or rows that there are in all; more than `rows` where the limit cut them. */
  total: number;
  /** Rows for which the conditions hold, without totals. */
  matched: TableRow[];
  /** Totals that were left out, so that nothing counts twice. */
  leftOutTotals: number;
  /** Cells without a number in a column that was calculated with. */
  withoutValue: number;
  /** Positions of the columns that were read. */
  columns: number[];
}

const DEFAULT_LIMIT = 50;
const ROWS_AT_ONCE = 20_000;

/** One pass over the rows, giving way in between. Throws `TableProblem` where the table cannot answer. */
export async function runTableQuery(table: DocumentTable, query: TableQuery): Promise<TableResult> {
  const used = new Set<number>();
  const conditions = (query.where ?? []).map((condition) => conditionOf(table, condition, used));
  const grouped = (query.group_by ?? []).map((name) => columnAt(table, name, used));
  const calculations = (query.calculate ?? []).map((calculation) => ({
    calculation,
    read: readingOf(table, calculation, used),
  }));
  const groups = new Map<string, TableRow[]>();
  const matched: TableRow[] = [];
  let leftOutTotals = 0;
  for (const [index, row] of table.rows.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    if (!conditions.every((holds) => holds(row))) continue;
    if (row.isTotal) {
      leftOutTotals += 1;
      continue;
    }
    matched.push(row);
    if (grouped.length === 0) continue;
    const key = JSON.stringify(grouped.map((column) => row.cells[column]));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }

  let withoutValue = 0;
  const calculate = (rows: readonly TableRow[]) =>
    calculations.map(({ calculation, read }) => {
      const { value, missing } = calculated(calculation.what, read, rows);
      withoutValue += missing;
      return value;
    });
  type Line = { cells: string[]; keys: (string | number | null)[]; from: TableRow[] };
  let header: string[];
  let lines: Line[];
  if (calculations.length > 0 || grouped.length > 0) {
    header = [
      ...grouped.map((column) => nameOf(table, column)),
      ...calculations.map(({ calculation }) => calculationName(calculation)),
    ];
    const sets = grouped.length > 0 ? [...groups.values()] : [matched];
    lines = sets.map((rows) => {
      const labels = grouped.map((column) => rows[0]?.cells[column] ?? '');
      const values = calculate(rows);
      return { cells: [...labels, ...values.map(shown)], keys: [...labels, ...values], from: rows };
    });
  } else {
    const listed = query.columns?.length
      ? query.columns.map((name) => columnAt(table, name, used))
      : table.columns.map((_, index) => index);
    for (const column of listed) used.add(column);
    header = listed.map((column) => nameOf(table, column));
    lines = matched.map((row) => ({
      cells: listed.map((column) => row.cells[column] ?? ''),
      keys: listed.map((column) => keyOf(row, table.columns[column], column)),
      from: [row],
    }));
  }
  if (query.order_by !== undefined) lines = ordered(lines, query, header, table, used);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const kept = lines.slice(0, limit);
  return {
    header,
    rows: kept.map(({ cells }) => cells),
    from: kept.map(({ from }) => from),
    total: lines.length,
    matched,
    leftOutTotals,
    withoutValue,
    columns: [...used].toSorted((left, right) => left - right),
  };
}

function ordered<Line extends { keys: (string | number | null)[]; from: TableRow[] }>(
  lines: readonly Line[],
  query: TableQuery,
  header: readonly string[],
  table: DocumentTable,
  used: Set<number>,
): Line[] {
  const asked = (query.order_by ?? '').trim().toLowerCase();
  const place = header.findIndex((name) => name.toLowerCase() === asked);
  // Rows may be listed in the order of a column that is not shown.
  const column = place === -1 ? columnAt(table, query.order_by ?? '', used) : -1;
  const key = (line: Line) => {
    if (place !== -1) return line.keys[place] ?? null;
    const [row] = line.from;
    return row ? keyOf(row, table.columns[column], column) : null;
  };
  const direction = query.descending ? -1 : 1;
  return lines.toSorted((left, right) => {
    const [first, second] = [key(left), key(right)];
    // What has no value comes last, whatever the direction.
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return direction * compared(first, second);
  });
}

function compared(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left).localeCompare(String(right), 'en', { numeric: true, sensitivity: 'base' });
}

function keyOf(row: TableRow, column: TableColumn | undefined, index: number): string | number | null {
  return column ? cellValue(row.cells[index] ?? '', column) : null;
}

function columnAt(table: DocumentTable, name: string, used: Set<number>): number {
  const index = findColumn(table, name);
  if (index === null) throw unknownColumn(table, name);
  used.add(index);
  return index;
}

function nameOf(table: DocumentTable, index: number): string {
  return table.columns[index]?.name ?? '';
}

function readingOf(
  table: DocumentTable,
  { what, of }: TableCalculation,
  used: Set<number>,
): RowNumber | { column: number } | null {
  if (what === 'count') return null;
  if (of === undefined || of.trim() === '')
    throw new TableProblem(`Say of which column the ${what} is wanted.`);
  if (what === 'count distinct') return { column: columnAt(table, of, used) };
  return readExpression(of, table, used);
}

function calculated(
  what: TableCalculation['what'],
  read: RowNumber | { column: number } | null,
  rows: readonly TableRow[],
): { value: number | null; missing: number } {
  if (read === null) return { value: rows.length, missing: 0 };
  if (typeof read === 'object') {
    const different = new Set(rows.map((row) => (row.cells[read.column] ?? '').toLowerCase()));
    different.delete('');
    return { value: different.size, missing: 0 };
  }
  const values: number[] = [];
  for (const row of rows) {
    const value = read(row);
    if (value !== null) values.push(value);
  }
  return { value: aggregate(what, values), missing: rows.length - values.length };
}

function aggregate(what: TableCalculation['what'], values: readonly number[]): number | null {
  if (what === 'sum') return exactSum(values);
  if (values.length === 0) return null;
  if (what === 'average') return exactSum(values) / values.length;
  if (what === 'median') {
    const sorted = values.toSorted((left, right) => left - right);
    const middle = Math.floor(sorted.length / 2);
    const upper = sorted[middle] ?? 0;
    return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  }
  return values.reduce((best, value) => (what === 'minimum' ? Math.min(best, value) : Math.max(best, value)));
}

/** With what rounding loses carried along (Neumaier), so that 0.1 added ten times is 1. */
function exactSum(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

function shown(value: number | null): string {
  if (value === null) return '';
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(12)));
}

type Holds = (row: TableRow) => boolean;

function conditionOf(table: DocumentTable, condition: TableCondition, used: Set<number>): Holds {
  const index = columnAt(table, condition.column, used);
  const column = table.columns[index];
  const cell = (row: TableRow) => row.cells[index] ?? '';
  const { is, value } = condition;
  if (is === 'empty') return (row) => cell(row) === '';
  if (is === 'not empty') return (row) => cell(row) !== '';
  if (value === undefined || !column)
    throw new TableProblem(`The condition on "${condition.column}" has no value.`);
  const wanted = (Array.isArray(value) ? value : [value]).map(String);
  if (is === 'contains' || is === 'starts with') {
    const words = wanted.map((text) => text.toLowerCase());
    return (row) => {
      const text = cell(row).toLowerCase();
      return words.some((word) => (is === 'contains' ? text.includes(word) : text.startsWith(word)));
    };
  }
  const tests = wanted.map((text) => comparison(column, text));
  if (is === '=') return (row) => tests.some((test) => test(cell(row)) === 0);
  if (is === '!=') return (row) => tests.every((test) => test(cell(row)) !== 0);
  return (row) =>
    tests.every((test) => {
      const order = test(cell(row));
      if (order === null) return false;
      if (is === '<') return order < 0;
      if (is === '<=') return order <= 0;
      return is === '>' ? order > 0 : order >= 0;
    });
}

/** How a cell stands to a value: below, the same, above, or null where it has no such value. */
function comparison(column: TableColumn, wanted: string): (cell: string) => number | null {
  if (column.kind === 'number') {
    const number = cellNumber(wanted, false)?.value;
    if (number !== undefined)
      return (cell) => {
        const own = cellNumber(cell, column.isCommaDecimal)?.value;
        return own === undefined ? null : Math.sign(own - number);
      };
  }
  if (column.kind === 'date') {
    const date = /^\d{4}$/u.test(wanted.trim()) ? wanted.trim() : cellDate(wanted);
    if (date === null)
      throw new TableProblem(`"${wanted}" is no date. Write it as 2026-05-04, 2026-05 or 2026.`);
    // A day lies within its month: only as much is compared as the value says.
    return (cell) => {
      const own = cellDate(cell)?.slice(0, date.length);
      return own === undefined ? null : own < date ? -1 : Number(own > date);
    };
  }
  const text = wanted.trim().toLowerCase();
  return (cell) => (cell === '' && text !== '' ? null : compared(cell.trim().toLowerCase(), text));
}
