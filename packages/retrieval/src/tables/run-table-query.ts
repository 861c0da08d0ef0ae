import { cellValue } from './cell-value.js';
import type { DocumentTable, TableColumn, TableRow } from './document-table.js';
import { findColumn } from './find-column.js';
import { readExpression, unknownColumn } from './read-expression.js';
import { compared, conditionOf } from './row-condition.js';
import { TableAccumulator, type RowReading } from './table-accumulator.js';
import { TableProblem } from './table-problem.js';
import { tableRows } from './table-rows.js';
import { isTotal } from './total-label.js';
import {
  ANY_COLUMN,
  calculationName,
  type TableCalculation,
  type TableCondition,
  type TableQuery,
} from './table-query.js';

/** The rows behind a result line: their number, and the first of them. */
interface ResultRows {
  rows: TableRow[];
  count: number;
}

export interface TableResult {
  header: string[];
  rows: string[][];
  /** The table rows behind each result row. */
  from: ResultRows[];
  /** Number of groups or rows in all; more than `rows` if the limit cut them. */
  total: number;
  /** Rows that meet the conditions, without totals. */
  matched: number;
  /** Totals that were left out, so nothing counts twice. */
  leftOutTotals: number;
  /** Cells without a number in a calculated column. */
  withoutValue: number;
  /** Indexes of the columns that were read. */
  columns: number[];
}

const DEFAULT_LIMIT = 50;

/** The limit for groups. More would not be a useful grouping. */
const MOST_GROUPS = 250_000;
/** Rows shown as evidence per result line, and the total above which each line keeps only one. */
const PROOF_ROWS = 400;
const PROOF_ROWS_IN_ALL = 50_000;
/** For ordered rows: this many times the wanted number is collected before the rest is dropped. */
const GATHERED = 20;

interface Line {
  cells: string[];
  keys: (string | number | null)[];
  from: ResultRows;
}

/** One pass over the rows, yielding in between. Throws `TableProblem` if the table cannot answer. */
export async function runTableQuery(table: DocumentTable, query: TableQuery): Promise<TableResult> {
  const used = new Set<number>();
  const conditions = (query.where ?? []).map((condition) => {
    if (!isOfAny(table, condition))
      return conditionOf(table, columnAt(table, condition.column, used), condition);
    return inAnyColumn(table, condition, used);
  });
  const lines =
    (query.calculate?.length ?? 0) > 0 || (query.group_by?.length ?? 0) > 0
      ? new CalculatedLines(table, query, used)
      : new ListedLines(table, query, used);
  // "Total income" may be asked for by name.
  const asksForTotal = (query.where ?? []).some(
    ({ is, value }) => is === '=' && typeof value === 'string' && isTotal(value),
  );
  let matched = 0;
  let leftOutTotals = 0;
  for await (const rows of tableRows(table)) {
    for (const row of rows) {
      if (!conditions.every((holds) => holds(row))) continue;
      if (row.isTotal && !asksForTotal) {
        leftOutTotals += 1;
        continue;
      }
      matched += 1;
      lines.add(row);
    }
  }
  const { kept, total, withoutValue } = lines.finish();
  return {
    header: lines.header,
    rows: kept.map(({ cells }) => cells),
    from: kept.map(({ from }) => from),
    total,
    matched,
    leftOutTotals,
    withoutValue,
    columns: [...used].toSorted((left, right) => left - right),
  };
}

const isOfAny = (table: DocumentTable, { column }: TableCondition) =>
  column.trim() === ANY_COLUMN && findColumn(table, column) === null;

/** Whether any text column meets the condition: "Carol" in a rota with a column for each task. */
function inAnyColumn(
  table: DocumentTable,
  condition: TableCondition,
  used: Set<number>,
): (row: TableRow) => boolean {
  const tests = table.columns.flatMap(({ kind }, index) => {
    if (kind !== 'text') return [];
    used.add(index);
    return [conditionOf(table, index, condition)];
  });
  return (row) => tests.some((holds) => holds(row));
}

/** One group, or all rows together. */
interface Group {
  first: TableRow | null;
  from: ResultRows;
  calculations: TableAccumulator[];
}

class CalculatedLines {
  readonly header: string[];
  readonly #query: TableQuery;
  readonly #order: ((lines: readonly Line[]) => readonly Line[]) | null;
  readonly #grouped: number[];
  readonly #calculations: { what: TableCalculation['what']; read: RowReading }[];
  readonly #groups = new Map<string, Group>();
  #held = 0;

  constructor(table: DocumentTable, query: TableQuery, used: Set<number>) {
    this.#query = query;
    this.#grouped = (query.group_by ?? []).map((name) => columnAt(table, name, used));
    const asked = query.calculate ?? [];
    this.#calculations = asked.map((calculation) => ({
      what: calculation.what,
      read: readingOf(table, calculation, used),
    }));
    this.header = [...this.#grouped.map((column) => nameOf(table, column)), ...asked.map(calculationName)];
    this.#order = orderOf(query, this.header, table, used);
    if (this.#grouped.length === 0) this.#group('');
  }

  add(row: TableRow): void {
    const isWhole = this.#grouped.length === 0;
    const group = this.#group(
      isWhole ? '' : JSON.stringify(this.#grouped.map((column) => row.cells[column])),
    );
    group.first ??= row;
    const { from } = group;
    from.count += 1;
    const mayHold = this.#held < PROOF_ROWS_IN_ALL ? from.rows.length < PROOF_ROWS : from.rows.length === 0;
    if (mayHold) {
      from.rows.push(row);
      this.#held += 1;
    }
    for (const calculation of group.calculations) calculation.add(row);
  }

  finish(): Finished {
    let withoutValue = 0;
    const lines = [...this.#groups.values()].map(({ first, from, calculations }): Line => {
      const labels = this.#grouped.map((column) => first?.cells[column] ?? '');
      const values = calculations.map((calculation) => calculation.value());
      withoutValue += calculations.reduce((sum, { missing }) => sum + missing, 0);
      return {
        cells: [...labels, ...values.map((value, place) => shown(value, this.#calculations[place]?.what))],
        keys: [...labels, ...values],
        from,
      };
    });
    const ordered = this.#order?.(lines) ?? lines;
    return {
      kept: ordered.slice(0, this.#query.limit ?? DEFAULT_LIMIT),
      total: lines.length,
      withoutValue,
    };
  }

  #group(key: string): Group {
    const known = this.#groups.get(key);
    if (known) return known;
    if (this.#groups.size >= MOST_GROUPS)
      throw new TableProblem(
        `There are more than ${MOST_GROUPS.toLocaleString('en')} groups. Filter the rows first, or group by another column.`,
      );
    const calculations = this.#calculations.map(({ what, read }) => new TableAccumulator(what, read));
    const group: Group = { first: null, from: { rows: [], count: 0 }, calculations };
    this.#groups.set(key, group);
    return group;
  }
}

class ListedLines {
  readonly header: string[];
  readonly #table: DocumentTable;
  readonly #limit: number;
  readonly #listed: number[];
  readonly #order: ((lines: readonly Line[]) => readonly Line[]) | null;
  #kept: Line[] = [];
  #total = 0;

  constructor(table: DocumentTable, query: TableQuery, used: Set<number>) {
    this.#table = table;
    this.#limit = query.limit ?? DEFAULT_LIMIT;
    this.#listed = query.columns?.length
      ? query.columns.map((name) => columnAt(table, name, used))
      : table.columns.map((_, index) => index);
    for (const column of this.#listed) used.add(column);
    this.header = this.#listed.map((column) => nameOf(table, column));
    this.#order = orderOf(query, this.header, table, used);
  }

  add(row: TableRow): void {
    this.#total += 1;
    if (!this.#order && this.#kept.length >= this.#limit) return;
    this.#kept.push({
      cells: this.#listed.map((column) => row.cells[column] ?? ''),
      keys: this.#listed.map((column) => keyOf(row, this.#table.columns[column], column)),
      from: { rows: [row], count: 1 },
    });
    // Sorting is stable, so ties keep their order.
    if (this.#kept.length >= (this.#limit + DEFAULT_LIMIT) * GATHERED) this.#best();
  }

  finish(): Finished {
    this.#best();
    return { kept: this.#kept, total: this.#total, withoutValue: 0 };
  }

  #best(): void {
    this.#kept = (this.#order?.(this.#kept) ?? this.#kept).slice(0, this.#limit);
  }
}

interface Finished {
  kept: readonly Line[];
  total: number;
  withoutValue: number;
}

/** The requested order; null if there is none. */
function orderOf(
  query: TableQuery,
  header: readonly string[],
  table: DocumentTable,
  used: Set<number>,
): ((lines: readonly Line[]) => readonly Line[]) | null {
  if (query.order_by === undefined) return null;
  const asked = query.order_by.trim().toLowerCase();
  const place = header.findIndex((name) => name.toLowerCase() === asked);
  // Rows may be ordered by a column that is not shown.
  const column = place === -1 ? columnAt(table, query.order_by, used) : -1;
  const key = (line: Line) => {
    if (place !== -1) return line.keys[place] ?? null;
    const [row] = line.from.rows;
    return row ? keyOf(row, table.columns[column], column) : null;
  };
  const direction = query.descending ? -1 : 1;
  return (lines) =>
    lines.toSorted((left, right) => {
      const [first, second] = [key(left), key(right)];
      // Rows without a value come last in either direction.
      if (first === null || second === null) return Number(first === null) - Number(second === null);
      return direction * compared(first, second);
    });
}

function keyOf(row: TableRow, column: TableColumn | undefined, index: number): string | number | null {
  return column ? cellValue(row.cells[index] ?? '', column) : null;
}

function columnAt(table: DocumentTable, name: string, used: Set<number>): number {
  const index = findColumn(table, name);
  if (index === null) throw unknownColumn(table, name);
  used.add(index);
  return index;
}

function nameOf(table: DocumentTable, index: number): string {
  return table.columns[index]?.name ?? '';
}

function readingOf(table: DocumentTable, { what, of }: TableCalculation, used: Set<number>): RowReading {
  if (what === 'count') return null;
  if (of === undefined || of.trim() === '') throw new TableProblem(`Name the column for the ${what}.`);
  if (what === 'count distinct') return { column: columnAt(table, of, used) };
  return readExpression(of, table, used);
}

function shown(value: number | null, what: TableCalculation['what'] | undefined): string {
  if (value === null) return '';
  if (Number.isInteger(value)) return String(value);
  if (what !== 'average') return String(Number(value.toPrecision(12)));
  // The digits may never end: keep two decimals, or four significant digits below one.
  return String(Number(Math.abs(value) >= 1 ? value.toFixed(2) : value.toPrecision(4)));
}
