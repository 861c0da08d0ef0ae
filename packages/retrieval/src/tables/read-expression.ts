import type { DocumentTable, TableRow } from './document-table.js';
import { cellNumber } from './cell-value.js';
import { findColumn } from './find-column.js';
import { TableProblem } from './table-problem.js';

/** The value of a row; null if one of its cells has none. */
export type RowNumber = (row: TableRow) => number | null;

const MOST_PARTS = 60;

/**
 * Arithmetic over columns: `[Price] * [Quantity]`, `Income - Costs`, or a single column. It is compiled to functions,
 * never evaluated as code. `used` collects the columns, so their cells can be shown.
 */
export function readExpression(written: string, table: DocumentTable, used: Set<number>): RowNumber {
  const whole = findColumn(table, written);
  if (whole !== null) return columnNumber(table, whole, used);
  const parts = partsOf(written, table);
  let at = 0;

  const sum = (): RowNumber => {
    let left = product();
    while (parts[at] === '+' || parts[at] === '-') {
      const sign = parts[at++] === '+' ? 1 : -1;
      left = both(left, product(), (first, second) => first + sign * second);
    }
    return left;
  };
  const product = (): RowNumber => {
    let left = single();
    while (parts[at] === '*' || parts[at] === '/') {
      const divides = parts[at++] === '/';
      left = both(left, single(), (first, second) => {
        if (!divides) return first * second;
        return second === 0 ? null : first / second;
      });
    }
    return left;
  };
  const single = (): RowNumber => {
    const part = parts[at++];
    if (part === '(') {
      const inner = sum();
      if (parts[at++] !== ')') throw new TableProblem(`"${written}" has a bracket that is not closed.`);
      return inner;
    }
    if (part === '-') {
      const inner = single();
      return (row) => {
        const value = inner(row);
        return value === null ? null : -value;
      };
    }
    if (typeof part === 'number') return () => part;
    if (typeof part === 'object') return columnNumber(table, part.column, used);
    throw new TableProblem(`"${written}" is not arithmetic over columns, such as [Price] * [Quantity].`);
  };

  const read = sum();
  if (at < parts.length)
    throw new TableProblem(`"${written}" is not arithmetic over columns, such as [Price] * [Quantity].`);
  return read;
}

function both(
  left: RowNumber,
  right: RowNumber,
  join: (first: number, second: number) => number | null,
): RowNumber {
  return (row) => {
    const first = left(row);
    const second = right(row);
    return first === null || second === null ? null : join(first, second);
  };
}

function columnNumber(table: DocumentTable, index: number, used: Set<number>): RowNumber {
  const column = table.columns[index];
  if (!column) throw new TableProblem('The table has no such column.');
  if (column.kind !== 'number')
    throw new TableProblem(`The column "${column.name}" has no numbers to calculate with.`);
  if (column.units.length > 1)
    throw new TableProblem(
      `The values of "${column.name}" have different units (${column.units.slice(0, 6).join(', ')}), so they cannot be calculated together. Filter the rows first, or list them.`,
    );
  used.add(index);
  return (row) => cellNumber(row.cells[index] ?? '', column.isCommaDecimal)?.value ?? null;
}

type Part = string | number | { column: number };

function partsOf(written: string, table: DocumentTable): Part[] {
  const parts: Part[] = [];
  const pattern =
    /\s*(?:(?<quoted>\[[^\]]+\]|"[^"]+"|`[^`]+`)|(?<number>\d+(?:\.\d+)?)|(?<sign>[-+*/()×÷])|(?<name>[^\s+*/()×÷"`[\]-][^+*/()×÷"`[\]]*))/uy;
  while (pattern.lastIndex < written.trimEnd().length) {
    const groups = pattern.exec(written)?.groups;
    if (!groups || parts.length >= MOST_PARTS)
      throw new TableProblem(
        `"${written.slice(0, 80)}" is not arithmetic over columns, such as [Price] * [Quantity].`,
      );
    const { quoted, number, sign, name } = groups;
    if (sign) parts.push(sign === '×' ? '*' : sign === '÷' ? '/' : sign);
    else if (number) parts.push(Number(number));
    else {
      const asked = quoted ? quoted.slice(1, -1) : (name ?? '').trim();
      const column = findColumn(table, asked);
      if (column === null) throw unknownColumn(table, asked);
      parts.push({ column });
    }
  }
  return parts;
}

export function unknownColumn(table: DocumentTable, asked: string): TableProblem {
  const known = table.columns.slice(0, 40).map(({ name }) => `"${name}"`);
  return new TableProblem(`There is no column "${asked.slice(0, 80)}". The columns are ${known.join(', ')}.`);
}
