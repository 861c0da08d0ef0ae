import { cellNumber } from './cell-value.js';
import type { TableColumn, TableRow } from './document-table.js';

/** May be said of a row that sums up others: whether it does is told by its figures. */
const MAY_SUM_UP =
  /\b(?:totals?|sums?|all|overall|both|together|combined|altogether|average|mean|gesamt|insgesamt|alle|zusammen|summe|durchschnitt)\b/iu;
/** Figures are rounded in tables. */
const ROUNDED = 0.0051;

/**
 * "All firms", "Both blocks", "Running costs, total": rows whose figures are the sums or averages of those above them, and
 * whose name may say so, are totals as well.
 */
export function withSums(rows: readonly TableRow[], columns: readonly TableColumn[]): TableRow[] {
  const numbers = columns.flatMap(({ kind }, at) => (kind === 'number' ? [at] : []));
  const done: TableRow[] = [];
  for (const row of rows) {
    const label = row.cells.find((cell) => cell !== '') ?? '';
    const mayBe = !row.isTotal && numbers.length > 0 && MAY_SUM_UP.test(label);
    done.push(mayBe && sumsUp(row, done, numbers, columns) ? { ...row, isTotal: true } : row);
  }
  return done;
}

function sumsUp(
  row: TableRow,
  above: readonly TableRow[],
  numbers: readonly number[],
  columns: readonly TableColumn[],
): boolean {
  const since = above.slice(above.findLastIndex(({ isTotal }) => isTotal) + 1);
  const all = above.filter(({ isTotal }) => !isTotal);
  const valueOf = ({ cells }: TableRow, at: number) =>
    cellNumber(cells[at] ?? '', columns[at]?.isCommaDecimal ?? false)?.value ?? null;
  const given = numbers.flatMap((at) => {
    const value = valueOf(row, at);
    return value === null ? [] : [{ at, value }];
  });
  if (given.length === 0) return false;
  return [since, all].some((parts) => {
    if (parts.length < 2) return false;
    const sums = given.map(({ at }) => {
      const values = parts.flatMap((part) => valueOf(part, at) ?? []);
      return { sum: values.reduce((sum, value) => sum + value, 0), count: values.length };
    });
    const isNear = (value: number, other: number) => Math.abs(value - other) <= ROUNDED;
    return (
      given.every(({ value }, place) => isNear(value, sums[place]?.sum ?? NaN)) ||
      given.every(({ value }, place) =>
        isNear(value, (sums[place]?.sum ?? NaN) / (sums[place]?.count ?? NaN)),
      )
    );
  });
}
