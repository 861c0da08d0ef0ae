import type { Amount } from './amount.js';
import type { TableCell } from './find-tables.js';
import type { Region } from './region.js';

// What the position of an amount in a table says about it.

/** `Twelve candles`, in the row of the candles: a count, whatever the column is called. */
export function isCountOfRow(region: Region, { row }: TableCell, counted: readonly string[]): boolean {
  const isOfRow = (term: string) =>
    region.passage.tokens.some((_, index) => {
      const cell = region.cellAt(index);
      return cell?.column === 0 && cell.row === row && region.passage.term(index) === term;
    });
  return counted.length > 0 && counted.every(isOfRow);
}

/**
 * Whether both amounts are in one row and no word of the claim is in the other's column header: `cost` may be the price
 * or the amount.
 */
export function isByAnotherName(region: Region, other: number, same: TableCell | null): boolean {
  const cell = region.cellAt(other);
  if (!cell || !same || cell.row !== same.row) return false;
  const own = new Set(region.claim.tokens.map(({ term }) => term));
  return !region.passage.tokens.some((_, index) => {
    const header = region.cellAt(index);
    return header?.row === 0 && header.column === cell.column && own.has(region.passage.term(index));
  });
}

/**
 * Whether, of two cells in a row, the header of the first one's column has words of the amount's clause and that of the
 * other does not.
 */
export function isHeadedBy(region: Region, at: number, same: TableCell | null, other: TableCell | null) {
  if (!same || !other || same.row !== other.row || same.column === other.column) return false;
  const { claim, passage } = region;
  const own = new Set<string>();
  for (let index = 0; index < claim.tokens.length; index++)
    if (claim.isSameClause(index, at)) own.add(claim.term(index));
  const headed = (column: number) =>
    passage.tokens.some((_, index) => {
      const cell = region.cellAt(index);
      return cell?.row === 0 && cell.column === column && own.has(passage.term(index));
    });
  return headed(same.column) && !headed(other.column);
}

/** Thousands, millions, billions: a table may have only the figure. */
export const SCALES = [1e3, 1e6, 1e9];

/**
 * The figure of a cell in the unit of a claim's amount, which is in the header or the caption. If a table has no
 * header, `£7.9 million` may be written as 7.9.
 */
export function inUnitOf({ passage, cellAt }: Region, own: Amount, other: Amount): Amount {
  if (other.kind !== '') return other;
  const scale = SCALES.find((size) => other.written * size === own.written);
  const isHeaded = scale === undefined || passage.tokens.some((_, index) => cellAt(index)?.row === 0);
  const factor = own.written === 0 ? 1 : own.value / own.written;
  return {
    ...other,
    kind: own.kind,
    value: other.written * factor * (isHeaded ? 1 : (scale ?? 1)),
    ...(own.currency === undefined ? {} : { currency: own.currency }),
  };
}

/** Nothing else in its cell says what it counts. */
export function isAlone(region: Region, index: number): boolean {
  const cell = region.cellAt(index);
  return ([-1, 1] as const).every((step) => {
    const next = region.passage.nextContent(index, step);
    return next === -1 || region.cellAt(next) !== cell;
  });
}
