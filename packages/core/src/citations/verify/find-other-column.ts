import { isAlone } from './amounts-in-cells.js';
import type { Disagreement } from './disagreement.js';
import type { TableCell } from './find-tables.js';
import type { Region } from './region.js';

/** Smaller counts are often the writer's own. */
const SMALL_COUNT = 12;
const FLAG = /^(?:yes|no|true|false|ja|nein|x)$/;

interface Value {
  term: number;
  /** Its places in rows, each with its cell. */
  cells: { place: number; cell: TableCell }[];
}

/**
 * Finds a claim about a table that names the row by its header (`week 17`) or a column (`on reception`), but has the
 * value of another: `Ruth is on reception in week 15`, if she is below `On call`.
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
  const byHeader = values.flatMap((value) => keysOf(value, claim.tokens.length, headers, termOf));
  const keys = byHeader.length > 0 ? byHeader : labelsOf(values);
  const rows = new Set(keys.map(({ cell }) => cell.row));
  if (rows.size === 0) return null;
  const keyTerms = new Set(keys.map(({ term }) => term));
  const keyColumns = new Set(keys.map(({ cell }) => cell.column));
  const others = values.filter((value) => !keyTerms.has(value.term) && isMeant(region, value));
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
  if (rows.size !== 1) return null;
  const half = nameInPart(region, headers, others, rows);
  if (half || open.length !== 1) return half;
  for (const { term, cells } of others) {
    const here = cells.filter(({ cell }) => rows.has(cell.row));
    const [first] = here;
    if (!first || here.some(({ cell }) => named.has(cell.column) || keyColumns.has(cell.column))) continue;
    const header = headerOf(region, first.cell.column);
    if (header === -1 || !isRival(region, first, open[0] ?? -1)) continue;
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

/**
 * Whether the row has a value of the same kind in the column that the claim names: a name for a name, litres for
 * litres.
 */
function isRival(
  { passage, cellAt }: Region,
  { place, cell }: { place: number; cell: TableCell },
  column: number,
): boolean {
  const { kind, amount } = passage.tokens[place] ?? {};
  return passage.tokens.some((token, index) => {
    const here = cellAt(index);
    if (here?.row !== cell.row || here.column !== column) return false;
    if (amount)
      return token.amount?.kind === amount.kind && (amount.kind !== '' || amount.written > SMALL_COUNT);
    return (
      token.kind === kind && !token.amount && passage.isContent(index) && !FLAG.test(passage.word(index))
    );
  });
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

/** The row that the first column names: it contains all such words of the claim. */
function labelsOf(values: readonly Value[]): { term: number; place: number; cell: TableCell }[] {
  const labels = values.filter(({ cells }) => cells.every(({ cell }) => cell.column === 0));
  const rows = labels.map(({ cells }) => new Set(cells.map(({ cell }) => cell.row)));
  const common = [...(rows[0] ?? [])].filter((row) => rows.every((one) => one.has(row)));
  if (common.length !== 1) return [];
  return labels.flatMap(({ term, cells }) =>
    cells.flatMap(({ place, cell }) => (cell.row === common[0] ? [{ term, place, cell }] : [])),
  );
}

/**
 * `10 l are in stock`, if the row has 12.5 l below `In stock` and 10 l below `Minimum stock`. The claim contains all of
 * one header, and the value is below a header of which it contains only a part.
 */
function nameInPart(
  region: Region,
  headers: ReadonlyMap<number, ReadonlySet<number>>,
  others: readonly Value[],
  rows: ReadonlySet<number>,
): Disagreement | null {
  const { passage } = region;
  const isWhole = (column: number) => {
    const words = passage.tokens.flatMap((_, index) => {
      const cell = region.cellAt(index);
      return cell?.row === 0 && cell.column === column && passage.isContent(index) ? index : [];
    });
    return words.length > 0 && words.every((index) => region.claimed.has(passage.term(index)));
  };
  for (const { term, cells } of others) {
    const here = cells.filter(({ cell }) => rows.has(cell.row));
    const [first] = here;
    const own = passage.tokens[first?.place ?? -1]?.amount;
    if (!first || !own || here.some(({ cell }) => isWhole(cell.column))) continue;
    const shared = [...headers.values()].filter((columns) => columns.has(first.cell.column));
    const rival = shared
      .flatMap((columns) => [...columns])
      .find((column) => column !== first.cell.column && isWhole(column));
    if (rival === undefined) continue;
    const stands = passage.tokens.some(({ amount }, index) => {
      const cell = region.cellAt(index);
      return cell?.row === first.cell.row && cell.column === rival && amount?.kind === own.kind;
    });
    if (stands)
      return {
        kind: 'field',
        at: region.termOf.indexOf(term),
        claimed: wordsOf(region, first.place),
        found: wordsOf(region, headerOf(region, first.cell.column)),
        isCertain: false,
      };
  }
  return null;
}

/** A name, an amount, or a whole cell; other words may be in a row for another reason. */
function isMeant(region: Region, { term, cells }: Value): boolean {
  const token = region.claim.tokens[region.termOf.indexOf(term)];
  if (token?.kind === 'name') return true;
  if (token?.amount) return token.amount.kind !== 'date';
  return cells.every(({ place, cell }) => cell.column > 0 && isAlone(region, place));
}

const headerOf = (region: Region, column: number) =>
  region.passage.tokens.findIndex((_, index) => {
    const cell = region.cellAt(index);
    return cell?.row === 0 && cell.column === column;
  });

/** The text of the cell that a token is in. */
function wordsOf({ passage, cellAt }: Region, index: number): string {
  const cell = cellAt(index);
  let first = index;
  let last = index;
  while (first > 0 && cellAt(first - 1) === cell) first--;
  while (last + 1 < passage.tokens.length && cellAt(last + 1) === cell) last++;
  return passage.words(first, last);
}
