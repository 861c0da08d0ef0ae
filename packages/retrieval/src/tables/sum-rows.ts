import { cellNumber } from './cell-value.js';
import type { TableColumn, TableRow } from './document-table.js';

/** Labels of rows that may sum up others. Their figures decide. */
const MAY_SUM_UP =
  /\b(?:totals?|sums?|all|overall|both|together|combined|altogether|average|mean|gesamt|insgesamt|alle|zusammen|summe|durchschnitt)\b/iu;
/** Tolerance for rounded figures. */
const ROUNDED = 0.0051;

/**
 * "All firms", "Both blocks", "Running costs, total": a row is also a total if its figures are the sums or averages of
 * those above, and its label may say so.
 */
export function withSums(rows: TableRow[], columns: readonly TableColumn[]): TableRow[] {
  const numbers = columns.flatMap(({ kind }, at) => (kind === 'number' ? [at] : []));
  if (numbers.length === 0 || !rows.some(maySumUp)) return rows;
  const all = new Above(numbers.length);
  let since = new Above(numbers.length);
  return rows.map((row) => {
    const values = numbers.map(
      (at) => cellNumber(row.cells[at] ?? '', columns[at]?.isCommaDecimal ?? false)?.value ?? null,
    );
    const isTotal =
      row.isTotal || (maySumUp(row) && (since.isSummedUpBy(values) || all.isSummedUpBy(values)));
    if (isTotal) since = new Above(numbers.length);
    else for (const above of [since, all]) above.add(values);
    return isTotal === row.isTotal ? row : { ...row, isTotal };
  });
}

const maySumUp = ({ cells, isTotal }: TableRow) =>
  !isTotal && MAY_SUM_UP.test(cells.find((cell) => cell !== '') ?? '');

/** Running sums by column, so a long table is read only once. */
class Above {
  #rows = 0;
  readonly #sums: number[];
  readonly #counts: number[];

  constructor(columns: number) {
    this.#sums = Array.from({ length: columns }, () => 0);
    this.#counts = Array.from({ length: columns }, () => 0);
  }

  add(values: readonly (number | null)[]): void {
    this.#rows++;
    for (const [at, value] of values.entries()) {
      if (value === null) continue;
      this.#sums[at] = (this.#sums[at] ?? 0) + value;
      this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    }
  }

  /** All figures are the sums, or all are the averages. */
  isSummedUpBy(values: readonly (number | null)[]): boolean {
    if (this.#rows < 2 || values.every((value) => value === null)) return false;
    const isAll = (of: (at: number) => number) =>
      values.every((value, at) => value === null || Math.abs(value - of(at)) <= ROUNDED);
    const sum = (at: number) => this.#sums[at] ?? 0;
    return isAll(sum) || isAll((at) => sum(at) / (this.#counts[at] ?? 0));
  }
}
