import type { Disagreement } from './disagreement.js';
import type { TableCell } from './find-tables.js';
import type { Region } from './region.js';

interface Value {
  term: number;
  /** Its places in rows, each with its cell. */
  cells: { place: number; cell: TableCell }[];
}

/**
 * A claim on a table that names the row by its header (`week 17`) or a column (`on reception`), and has a value of
 * another: `Ruth is on reception in week 15`, where she is below `On call`.
 */
export function findOtherColumn(region: Region): Disagreement | null {
  const { claim, termOf, places } = region;
  if (!region.hasTable) return null;
  const headers = new Map<number, Set<number>>();
  const values: Value[] = [];
  for (const [term, all] of places.entries()) {
    const cells = all.flatMap((place) => {
      const cell = region.cellAt(place);
      return cell ? [{ place, cell }] : [];
    });
    const columns = cells.flatMap(({ cell }) => (cell.row === 0 ? cell.column : []));
    if (columns.length > 0) headers.set(term, new Set(columns));
    const inRows = cells.filter(({ cell }) => cell.row > 0);
    if (columns.length === 0 && inRows.length > 0) values.push({ term, cells: inRows });
  }
  const keys = values.flatMap((value) => keysOf(value, claim.tokens.length, headers, termOf));
  const rows = new Set(keys.map(({ cell }) => cell.row));
  if (rows.size === 0) return null;
  const keyTerms = new Set(keys.map(({ term }) => term));
  const keyColumns = new Set(keys.map(({ cell }) => cell.column));
  const others = values.filter(({ term }) => !keyTerms.has(term) && isMeant(region, term));
  const elsewhere = others.find(({ cells }) => cells.every(({ cell }) => !rows.has(cell.row)));
  const [key] = keys;
  if (elsewhere && key && others.every(({ cells }) => cells.every(({ cell }) => !rows.has(cell.row))))
    return {
      kind: 'row',
      at: termOf.indexOf(elsewhere.term),
      claimed: wordsOf(region, elsewhere.cells[0]?.place ?? 0),
      found: wordsOf(region, key.place),
      isCertain: false,
    };
  const named = new Set([...headers.values()].flatMap((columns) => [...columns]));
  const open = [...named].filter(
    (column) =>
      !keyColumns.has(column) &&
      !others.some(({ cells }) => cells.some(({ cell }) => rows.has(cell.row) && cell.column === column)),
  );
  if (rows.size !== 1 || open.length !== 1) return null;
  for (const { term, cells } of others) {
    const here = cells.filter(({ cell }) => rows.has(cell.row));
    const [first] = here;
    if (!first || here.some(({ cell }) => named.has(cell.column) || keyColumns.has(cell.column))) continue;
    const header = headerOf(region, first.cell.column);
    if (header === -1 || headerOf(region, open[0] ?? -1) === -1) continue;
    return {
      kind: 'field',
      at: termOf.indexOf(term),
      claimed: wordsOf(region, first.place),
      found: wordsOf(region, header),
      isCertain: false,
    };
  }
  return null;
}

/** Cells that the claim names by their header: `week 17`, `sample 25-0217`. */
function keysOf(
  { term, cells }: Value,
  length: number,
  headers: ReadonlyMap<number, ReadonlySet<number>>,
  termOf: readonly number[],
): { term: number; place: number; cell: TableCell }[] {
  const columns = new Set<number>();
  for (let at = 1; at < length; at++)
    if (termOf[at] === term)
      for (const column of headers.get(termOf[at - 1] ?? -1) ?? []) columns.add(column);
  return cells.flatMap(({ place, cell }) => (columns.has(cell.column) ? [{ term, place, cell }] : []));
}

/** A name or an amount; other words may stand in a row for another reason. */
function isMeant({ claim, termOf }: Region, term: number): boolean {
  const token = claim.tokens[termOf.indexOf(term)];
  return token?.kind === 'name' || (token?.amount !== undefined && token.amount.kind !== 'date');
}

const headerOf = (region: Region, column: number) =>
  region.passage.tokens.findIndex((_, index) => {
    const cell = region.cellAt(index);
    return cell?.row === 0 && cell.column === column;
  });

/** All of the cell that a token stands in. */
function wordsOf({ passage, cellAt }: Region, index: number): string {
  const cell = cellAt(index);
  let first = index;
  let last = index;
  while (first > 0 && cellAt(first - 1) === cell) first--;
  while (last + 1 < passage.tokens.length && cellAt(last + 1) === cell) last++;
  return passage.words(first, last);
}
