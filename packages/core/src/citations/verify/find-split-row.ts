import type { Disagreement } from './disagreement.js';
import type { TableCell } from './find-tables.js';
import type { Region } from './region.js';

/**
 * Finds a claim about one table row whose words no row has together: `Ida is an analyst`, if Ida is an engineer and
 * someone else is the analyst. A claim that names several rows compares them.
 */
export function findSplitRow(region: Region): Disagreement | null {
  if (!region.hasTable) return null;
  const located = region.places.flatMap((places, term) => {
    const cells = places.map((place) => region.cellAt(place));
    const isInRows = cells.length > 0 && cells.every((cell) => cell !== null && cell.row > 0);
    if (!isInRows) return [];
    const rows = new Set(cells.flatMap((cell) => cell?.row ?? []));
    return [{ term, place: places[0] ?? -1, rows, isName: cells.every((cell) => cell?.column === 0) }];
  });
  const names = located.filter(({ isName }) => isName);
  const [first] = names;
  if (!first || common(names).size === 0 || common(located).size > 0) return null;
  const rows = common(names);
  const other = located.find((one) => [...one.rows].every((row) => !rows.has(row)));
  if (!other) return null;
  return {
    kind: 'row',
    at: region.termOf.indexOf(other.term),
    claimed: region.passage.written(other.place),
    found: region.passage.written(first.place),
    isCertain: false,
  };
}

/**
 * Finds `Three volunteers are listed` where the only 3 is below `Hours`: the claim counts what another column names. A
 * row does not say how many there are like it.
 */
export function findCountOfRows(region: Region): Disagreement | null {
  const { claim, passage, termOf, places } = region;
  if (!region.hasTable) return null;
  for (const [at, { amount }] of claim.tokens.entries()) {
    if (!amount || amount.kind !== '' || !claim.isContent(at + 1)) continue;
    const own = columnsOf(region, places[termOf[at] ?? -1] ?? [], (row) => row > 0);
    const counted = columnsOf(region, places[termOf[at + 1] ?? -1] ?? [], (row) => row === 0);
    if (own.size === 0 || counted.size === 0 || [...own.keys()].some((column) => counted.has(column)))
      continue;
    const [[column, place] = [-1, -1]] = own;
    const header = passage.tokens.findIndex((_, index) => {
      const cell = region.cellAt(index);
      return cell?.row === 0 && cell.column === column;
    });
    if (header === -1) continue;
    return {
      kind: 'field',
      at,
      claimed: passage.written(place),
      found: passage.written(header),
      isCertain: false,
    };
  }
  return null;
}

/** The table columns that contain these places, each with its first place; empty if any place is elsewhere. */
function columnsOf(
  region: Region,
  places: readonly number[],
  isMeant: (row: number) => boolean,
): Map<number, number> {
  const columns = new Map<number, number>();
  for (const place of places) {
    const cell = region.cellAt(place);
    if (!cell || !isMeant(cell.row)) return new Map();
    if (!columns.has(cell.column)) columns.set(cell.column, place);
  }
  return columns;
}

const DENIES = /^(?:no|n|false|nein|none|never|off|non)$/;

/** Finds `Sable Dental receives the newsletter` where its row has `no` in the column of that name. */
export function findDeniedCell(region: Region): Disagreement | null {
  const { claim, passage } = region;
  if (!region.hasTable || claim.negators.length > 0) return null;
  const headers = region.places.flatMap((places, term) =>
    places.flatMap((place) => {
      const cell = region.cellAt(place);
      return cell?.row === 0 ? [{ term, column: cell.column }] : [];
    }),
  );
  const own = rowOfClaim(region);
  if (own === -1) return null;
  const answer = noOfPair(region, own);
  const asked = answer === -1 ? -1 : termInColumn(region, own, 0);
  if (asked !== -1)
    return {
      kind: 'negation',
      at: asked,
      claimed: claim.written(asked),
      found: passage.written(answer),
      isCertain: true,
    };
  if (headers.length === 0) return null;
  for (let index = 0; index < passage.tokens.length; index++) {
    const cell = region.cellAt(index);
    if (cell?.row !== own || !DENIES.test(passage.word(index))) continue;
    const header = headers.find(({ column }) => column === cell.column);
    if (!header) continue;
    const at = region.termOf.indexOf(header.term);
    return {
      kind: 'negation',
      at,
      claimed: claim.written(at),
      found: passage.written(index),
      isCertain: true,
    };
  }
  return null;
}

/** Whether the table denies it for the claim's row: below the header at `place`, or in the row of `place`. */
export function isDeniedCell(region: Region, place: number): boolean {
  const cell = region.cellAt(place);
  if (!cell) return false;
  const columns =
    cell.row === 0
      ? new Set([cell.column])
      : new Set(
          region.places.flat().flatMap((one) => {
            const above = region.cellAt(one);
            return above?.row === 0 ? above.column : [];
          }),
        );
  const own = cell.row === 0 ? rowOfClaim(region) : cell.row;
  if (cell.row > 0 && noOfPair(region, own) !== -1) return true;
  return region.passage.tokens.some((_, index) => {
    const here = region.cellAt(index);
    return here?.row === own && columns.has(here.column) && saysNo(region, index, here);
  });
}

/** `Breakfast included | no`: where the second of two cells is only `no`; -1 if it is not. */
function noOfPair(region: Region, row: number): number {
  let found = -1;
  let words = 0;
  for (let index = 0; index < region.passage.tokens.length; index++) {
    const cell = region.cellAt(index);
    if (cell && cell.column > 1) return -1;
    if (cell?.row !== row || cell.column !== 1) continue;
    words++;
    if (DENIES.test(region.passage.word(index))) found = index;
  }
  return words === 1 ? found : -1;
}

/** The first token of the claim that a row has in a column; -1 if there is none. */
function termInColumn({ places, termOf, cellAt }: Region, row: number, column: number): number {
  const isThere = (place: number) => cellAt(place)?.row === row && cellAt(place)?.column === column;
  return termOf.findIndex((id) => id >= 0 && (places[id] ?? []).some(isThere));
}

/** `no`, or `not available` at the beginning of its cell. */
const saysNo = ({ passage, cellAt }: Region, index: number, cell: TableCell) =>
  DENIES.test(passage.word(index)) || (passage.isNegator(index) && cellAt(index - 1) !== cell);

/** The row that contains most of the claim; -1 if there is none, or two with equally much. */
function rowOfClaim(region: Region): number {
  const rows = new Map<number, number>();
  for (const places of region.places)
    for (const row of new Set(places.map((place) => region.cellAt(place)?.row ?? 0)))
      if (row > 0) rows.set(row, (rows.get(row) ?? 0) + 1);
  const [own, next] = Array.from(rows).sort((left, right) => right[1] - left[1]);
  return !own || next?.[1] === own[1] ? -1 : own[0];
}

function common(located: readonly { rows: ReadonlySet<number> }[]): Set<number> {
  const [first, ...others] = located;
  return new Set([...(first?.rows ?? [])].filter((row) => others.every(({ rows }) => rows.has(row))));
}
