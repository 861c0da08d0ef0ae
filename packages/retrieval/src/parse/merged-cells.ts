import { cellNumber } from '../tables/cell-value.js';
import { isTotal } from '../tables/total-label.js';
import { filledCells, isDay, MOST_FILLED, MOST_ROWS_ABOVE, namesColumns, usualCells } from './header-row.js';
import { ParseError } from './parse-error.js';

type Row = readonly string[];

/** Merged cells, by position in the table, both ends inclusive. The value is in the first cell. */
export interface Merge {
  startRow: number;
  startCol: number;
  endRow: number;
  endCol: number;
}

/** A header has at most this many rows. */
const MOST_HEADER_ROWS = 3;
/** How many rows are sampled to detect the structure. */
const SAMPLE = 40;
/** Labels are repeated in all rows of their group; a longer remark is not. */
const LONGEST_LABEL = 200;
/** A label over a million rows must not make the text arbitrarily long. */
const MOST_CHARACTERS = 20_000_000;

/**
 * KB-12: fills merged cells, so each cell has the value a reader sees. A label merged over rows is repeated in each of
 * them, a heading merged over columns is repeated in each, and a header of several rows becomes one row.
 */
export function fillMerged(rows: readonly Row[], merges: readonly Merge[]): Row[] {
  const table = merges.length > 0 ? new MergedTable(rows, merges) : null;
  return table ? table.filled() : [...rows];
}

class MergedTable {
  readonly #rows: readonly Row[];
  /** By start row. */
  readonly #wide = new Map<number, Merge[]>();
  readonly #tall: Merge[] = [];
  #characters = 0;

  constructor(rows: readonly Row[], merges: readonly Merge[]) {
    this.#rows = rows;
    for (const merge of merges) {
      if (this.#at(merge.startRow, merge.startCol) === '') continue;
      if (merge.endRow > merge.startRow) this.#tall.push(merge);
      else if (merge.endCol > merge.startCol)
        this.#wide.set(merge.startRow, [...(this.#wide.get(merge.startRow) ?? []), merge]);
    }
  }

  filled(): Row[] {
    const result = this.#rows.map((row) => [...row]);
    const heads = new Set<number>();
    const joined = new Set<number>();
    for (const [place, start] of this.#blocks().entries()) {
      const first = this.#headerFrom(start);
      if (first === null) continue;
      let last = first;
      while (last - first < MOST_HEADER_ROWS - 1 && this.#goesOn(last)) last += 1;
      for (let row = first; row < last; row += 1) joined.add(row);
      // After an empty row, the same table may continue.
      if (place === 0) for (let row = start; row <= last; row += 1) heads.add(row);
      else if (last > first) for (let row = first; row <= last; row += 1) heads.add(row);
      result[last] = this.#joined(first, last);
    }
    for (const merge of this.#tall) if (!heads.has(merge.startRow)) this.#fillDown(merge, result);
    return result.filter((_, row) => !joined.has(row));
  }

  #at(row: number, column: number): string {
    return this.#rows[row]?.[column]?.trim() ?? '';
  }

  #blocks(): number[] {
    return this.#rows.flatMap((row, at) =>
      filledCells(row) > 0 && filledCells(this.#rows[at - 1] ?? []) === 0 ? [at] : [],
    );
  }

  #headerFrom(start: number): number | null {
    const usual = usualCells(this.#rows.slice(start, start + SAMPLE));
    for (let at = start; at < start + MOST_ROWS_ABOVE; at += 1) {
      const row = this.#rows[at] ?? [];
      const filled = filledCells(row);
      if (filled === 0) return null;
      const covered = this.#wideIn(at).reduce((sum, { startCol, endCol }) => sum + endCol - startCol, 0);
      if (filled > 1 && filled + covered >= usual * MOST_FILLED) return at;
    }
    return null;
  }

  #wideIn(row: number): readonly Merge[] {
    return this.#wide.get(row) ?? [];
  }

  /** Whether the row below names the columns that this row groups. */
  #goesOn(at: number): boolean {
    const wide = this.#wideIn(at);
    const row = this.#rows[at] ?? [];
    const next = this.#rows[at + 1] ?? [];
    const below = this.#rows[at + 2] ?? [];
    if (wide.length === 0 || filledCells(below) === 0 || !namesColumns(row)) return false;
    if (!namesColumns(next) || next.some(isDay) || !wide.some((merge) => filledIn(next, merge) > 1))
      return false;
    const free = [...Array(Math.max(row.length, next.length)).keys()].filter(
      (column) => !wide.some(({ startCol, endCol }) => startCol <= column && column <= endCol),
    );
    // An unmerged column has its name in only one of the two rows. Without such columns, the names must have a number
    // below.
    const named = free.filter((column) => this.#at(at, column) !== '' || this.#at(at + 1, column) !== '');
    if (named.length > 0)
      return named.every((column) => this.#at(at, column) === '' || this.#at(at + 1, column) === '');
    return next.some((name, column) => name.trim() !== '' && cellNumber(below[column] ?? '', false) !== null);
  }

  /** Column names, from the widest group to the column itself. */
  #joined(first: number, last: number): string[] {
    const names = new Map<number, string[]>();
    for (let at = first; at <= last; at += 1) {
      const row = [...(this.#rows[at] ?? [])];
      for (const merge of this.#wideIn(at)) {
        if (at === last && !this.#headsColumns(at, merge)) continue;
        for (let column = merge.startCol + 1; column <= merge.endCol; column += 1)
          row[column] = this.#at(at, merge.startCol);
      }
      for (let column = 0; column < row.length; column += 1) {
        const name = row[column]?.trim() ?? '';
        const above = names.get(column) ?? [];
        names.set(column, name === '' || above.includes(name) ? above : [...above, name]);
      }
    }
    return Array.from({ length: names.size }, (_, column) => names.get(column)?.join(' ') ?? '');
  }

  /** Whether most rows below have several cells where this one has one. Otherwise it is just a wide value. */
  #headsColumns(at: number, merge: Merge): boolean {
    if (!namesColumns(this.#rows[at] ?? [])) return false;
    const below = this.#rows.slice(at + 1, at + 1 + SAMPLE).filter((row) => filledCells(row) > 0);
    return below.filter((row) => filledIn(row, merge) > 1).length > below.length / 2;
  }

  #fillDown(merge: Merge, result: string[][]): void {
    const { startRow, startCol } = merge;
    const value = labelBelow(this.#rows[startRow] ?? [], startCol, (column) =>
      this.#isTall(startRow, column),
    );
    if (value === null) return;
    for (let at = startRow + 1; at <= Math.min(merge.endRow, result.length - 1); at += 1) {
      if (!takesLabel(this.#rows[at] ?? [], startCol)) continue;
      this.#characters += value.length;
      if (this.#characters > MOST_CHARACTERS)
        throw new ParseError('too_large', 'Its merged cells hold too much text. Split the file.');
      putLabel(result[at] ?? [], startCol, value);
    }
  }

  #isTall(row: number, column: number): boolean {
    return this.#tall.some(
      ({ startRow, endRow, startCol }) => startCol === column && startRow <= row && row <= endRow,
    );
  }
}

/** The value of a vertically merged cell in the rows below its first; null if it must not be repeated. */
export function labelBelow(row: Row, column: number, isTall: (column: number) => boolean): string | null {
  const value = row[column] ?? '';
  const others = row.filter((_, place) => place !== column);
  if (value.length > LONGEST_LABEL || filledCells(others) === 0 || isAmount(row, column, isTall)) return null;
  return value;
}

/**
 * A number for all rows together, which a sum must count only once. In the leading columns, a number is a label: a
 * year, a week.
 */
function isAmount(row: Row, column: number, isTall: (column: number) => boolean): boolean {
  const value = row[column]?.trim() ?? '';
  if (cellNumber(value, false) === null) return false;
  const before = [...Array(column).keys()].filter((place) => (row[place]?.trim() ?? '') !== '');
  if (before.length === 0) return false;
  return !/^(?:19|20)\d{2}$/u.test(value) || !before.every(isTall);
}

/** Empty rows do not take a label, and totals have their own. */
export function takesLabel(row: Row, column: number): boolean {
  const first = row.find((cell) => cell.trim() !== '');
  return first !== undefined && !isTotal(first.trim()) && (row[column]?.trim() ?? '') === '';
}

export function putLabel(row: string[], column: number, label: string): void {
  while (row.length < column) row.push('');
  row[column] = label;
}

function filledIn(row: Row, { startCol, endCol }: Merge): number {
  return filledCells(row.slice(startCol, endCol + 1));
}
