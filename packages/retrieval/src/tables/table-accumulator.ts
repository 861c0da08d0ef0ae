import { isBlank } from './cell-value.js';
import type { TableRow } from './document-table.js';
import type { RowNumber } from './read-expression.js';
import type { TableCalculation } from './table-query.js';

/** How a calculation reads a row: as a number, as a cell for distinct values, or not at all if rows are counted. */
export type RowReading = RowNumber | { column: number } | null;

/** One calculation over streamed rows, without keeping them. */
export class TableAccumulator {
  readonly #what: TableCalculation['what'];
  readonly #read: RowReading;
  readonly #different = new Set<string>();
  /** Only the median needs all values. */
  readonly #values: number[] = [];
  #rows = 0;
  #numbers = 0;
  #sum = 0;
  #lost = 0;
  #least = Infinity;
  #most = -Infinity;

  constructor(what: TableCalculation['what'], read: RowReading) {
    this.#what = what;
    this.#read = read;
  }

  /** Cells without a number. */
  get missing(): number {
    return typeof this.#read === 'function' ? this.#rows - this.#numbers : 0;
  }

  add(row: TableRow): void {
    this.#rows += 1;
    if (this.#read === null) return;
    if (typeof this.#read === 'object') {
      const cell = row.cells[this.#read.column] ?? '';
      if (!isBlank(cell)) this.#different.add(cell.toLowerCase());
      return;
    }
    const value = this.#read(row);
    if (value === null) return;
    this.#numbers += 1;
    // Neumaier summation carries rounding errors along, so 0.1 added ten times is 1.
    const next = this.#sum + value;
    this.#lost +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
    this.#least = Math.min(this.#least, value);
    this.#most = Math.max(this.#most, value);
    if (this.#what === 'median') this.#values.push(value);
  }

  value(): number | null {
    if (this.#what === 'count') return this.#rows;
    if (this.#what === 'count distinct') return this.#different.size;
    if (this.#what === 'sum') return this.#sum + this.#lost;
    if (this.#numbers === 0) return null;
    if (this.#what === 'average') return (this.#sum + this.#lost) / this.#numbers;
    if (this.#what === 'minimum') return this.#least;
    return this.#what === 'maximum' ? this.#most : middleOf(this.#values);
  }
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
