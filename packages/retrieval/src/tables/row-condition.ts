import { cellDate, cellNumber, cellValue, isBlank } from './cell-value.js';
import type { DocumentTable, TableColumn, TableRow } from './document-table.js';
import { TableProblem } from './table-problem.js';
import type { TableCondition } from './table-query.js';

/** Created once: a comparison that creates its own costs ten times as much, and a long table needs a million. */
const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function compared(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return COLLATOR.compare(String(left), String(right));
}

type Holds = (row: TableRow) => boolean;

/** A test whether a row meets a condition on this column. */
export function conditionOf(table: DocumentTable, index: number, condition: TableCondition): Holds {
  const column = table.columns[index];
  const cell = (row: TableRow) => row.cells[index] ?? '';
  const { is, value } = condition;
  if (is === 'empty') return (row) => isBlank(cell(row));
  if (is === 'not empty') return (row) => !isBlank(cell(row));
  if (condition.other_column !== undefined) return againstColumn(table, index, condition);
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

/** Compares the cells of two columns, in rows that have both. */
function againstColumn(
  table: DocumentTable,
  index: number,
  { is, other_column: named }: TableCondition,
): Holds {
  const wanted = (named ?? '').trim().toLowerCase();
  const place = table.columns.findIndex(({ name }) => name.trim().toLowerCase() === wanted);
  const [column, other] = [table.columns[index], table.columns[place]];
  if (!column || !other) throw new TableProblem(`There is no column "${named ?? ''}" to compare with.`);
  if (column.kind !== other.kind)
    throw new TableProblem(`"${column.name}" and "${other.name}" hold different kinds of values.`);
  return (row) => {
    const own = cellValue(row.cells[index] ?? '', column);
    const theirs = cellValue(row.cells[place] ?? '', other);
    if (own === null || theirs === null) return false;
    const order = compared(own, theirs);
    if (is === '=') return order === 0;
    if (is === '!=') return order !== 0;
    if (is === '<') return order < 0;
    if (is === '<=') return order <= 0;
    return is === '>' ? order > 0 : is === '>=' && order >= 0;
  };
}

/** Compares a cell with a value: below, equal, above, or null if it has no such value. */
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
      throw new TableProblem(`"${wanted}" is not a date. Write it as 2026-05-04, 2026-05 or 2026.`);
    // A day lies within its month, so only the given precision is compared.
    return (cell) => {
      const own = cellDate(cell)?.slice(0, date.length);
      return own === undefined ? null : own < date ? -1 : Number(own > date);
    };
  }
  const text = wanted.trim().toLowerCase();
  if (text === '') return (cell) => Number(!isBlank(cell));
  return (cell) => (cell === '' ? null : compared(cell.trim().toLowerCase(), text));
}
