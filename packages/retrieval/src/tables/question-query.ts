import { OPERATIONS, type Operation } from './asks-for-calculation.js';
import { cellDate } from './cell-value.js';
import type { DocumentTable } from './document-table.js';
import {
  afterHowMany,
  dateTarget,
  groupColumn,
  hasMarkedBlanks,
  isAgeUnknown,
  isCounter,
  isNumbering,
  isOfTimes,
  isOldestFirst,
  isRate,
  PRICE,
  QUANTITY,
  repeats,
} from './question-columns.js';
import type { Mention, PartMention, QuestionWord } from './question-words.js';
import { isNamedTotal } from './total-label.js';
import type { TableCalculation, TableCondition, TableQuery } from './table-query.js';

/** "Top 3", "the 5 cheapest". */
export const LIMIT =
  /\b(?:top|bottom|first|the)\s+(\d{1,3})\b|\b(\d{1,3})\s+(?:highest|largest|biggest|most|lowest|smallest|cheapest|least|best)/iu;

const MOST_LISTED_COLUMNS = 12;

/** A query, and the columns it calculates with, shows or groups by. */
export interface QueryPart {
  query: TableQuery;
  /** The best rows are wanted, including ties. */
  wantsBest: boolean;
  used: number[];
}

/** Builds the query from the operation, columns and conditions. */
export function queryOf(options: {
  question: string;
  operation: Operation | 'list';
  table: DocumentTable;
  where: TableCondition[];
  target: number | null;
  subject: number | null;
  traded: number | null;
  columns: readonly Mention[];
  values: readonly Mention[];
  parts: readonly PartMention[];
  words: readonly QuestionWord[];
  /** "How many" is followed by what the table's figures are. */
  isMeasure: boolean;
  /** The question names the document or the table. */
  isTableNamed: boolean;
}): QueryPart | null {
  const { question, operation, table, subject, columns } = options;
  const name = (column: number) => table.columns[column]?.name ?? '';
  const where = options.where.length > 0 ? { where: options.where } : {};
  const group = groupColumn(question, options.words, columns, table);
  // "The average per week" of rows that are weeks: each row alone has no average.
  const isOfRows =
    (operation === 'average' || operation === 'median') && group !== null && !repeats(table, group);
  const grouped = isOfRows ? null : group;
  const limit = Number(LIMIT.exec(question)?.slice(1).find(Boolean) ?? 1);
  if (operation === 'list') {
    const besides = columnsBeside(options);
    if (options.where.length === 0) {
      const named = filledIn(options, null);
      const filled = named.length > 0 ? { where: named } : {};
      // Listing all rows does not answer anything, unless columns of a named table are asked for: otherwise a list of
      // documents may be meant. "All plants with their prices" names what the rows are and what to show of them.
      const rows = besides.length > 0 ? rowsNamed(options) : null;
      if (rows !== null) {
        const cells = [...new Set([...identifying(table, rows, besides), ...besides])];
        return { query: { ...filled, columns: cells.map(name) }, wantsBest: false, used: cells };
      }
      if (!options.isTableNamed || columns.length === 0) return null;
      const cells = [...new Set([...listLabels(table), ...columns.map(({ column }) => column)])];
      return { query: { ...filled, columns: cells.map(name) }, wantsBest: false, used: cells };
    }
    if (besides.length > 0) {
      const labels = options.parts[0] ? [options.parts[0].column] : listLabels(table);
      const cells = [...new Set([...labels, ...besides])];
      return { query: { ...where, columns: cells.map(name) }, wantsBest: false, used: cells };
    }
    const order = table.columns.map((_, index) => index).filter((index) => index !== subject);
    const shown = [...(subject === null ? [] : [subject]), ...order].slice(0, MOST_LISTED_COLUMNS);
    const listed = [...options.where, ...(subject === null ? filledIn(options, null) : namedOnly(subject))];
    return { query: { where: listed, columns: shown.map(name) }, wantsBest: false, used: shown };
  }
  if (operation === 'count' || operation === 'count distinct') {
    const cells = operation === 'count' && grouped === null ? namedCells(options) : null;
    if (cells) return { query: { ...where, columns: cells.map(name) }, wantsBest: false, used: cells };
    const kinds = grouped === null ? kindsWithQuantities(options) : null;
    if (kinds) return { query: { ...where, columns: kinds.map(name) }, wantsBest: false, used: kinds };
    // "How many units were sold" asks for a sum, "how many customers" for distinct values.
    const named =
      columns[0] && afterHowMany(question, options.words, columns[0], table) ? columns[0].column : null;
    const counted = named ?? options.traded ?? measured(options) ?? countedDays(options);
    if (
      counted !== null &&
      counted !== grouped &&
      table.columns[counted]?.kind === 'number' &&
      !isNumbering(table, counted) &&
      operation === 'count'
    )
      return calculated({ what: 'sum', of: name(counted) }, counted);
    if (
      counted !== null &&
      counted !== grouped &&
      !isPinned(name(counted), options.where) &&
      (operation === 'count distinct' || (repeats(table, counted) && !isOfTimes(table, counted)))
    )
      return calculated({ what: 'count distinct', of: name(counted) }, counted);
    if (operation === 'count distinct' || countsNoThings(options)) return null;
    return calculated({ what: 'count' }, counted, filledIn(options, counted));
  }
  if (operation === 'maximum' || operation === 'minimum') {
    const descending = operation === 'maximum';
    const by = subject ?? grouped;
    const target = asksForMostRows(options) ? null : options.target;
    const isAverage = /\b(?:average|mean)\b/iu.test(question);
    const inner = isAverage ? 'average' : target !== null && isRate(table, target) ? operation : 'sum';
    // "Which is stronger, the stout or the bitter?" is answered by both, the stronger first.
    const sides = Math.max(0, ...options.where.map(({ value }) => (Array.isArray(value) ? value.length : 0)));
    const isOfSides = sides > 1 && /\b(?:or|oder)\b/iu.test(question) && !LIMIT.test(question);
    const most = isOfSides ? sides : limit;
    // The highest price of a treatment is one row, which also says for whom it is.
    const isOneRow = most === 1 && target !== null && inner === operation;
    if (by !== null && by !== target && repeats(table, by) && !isOneRow) {
      const calculation: TableCalculation =
        target === null ? { what: 'count' } : { what: inner, of: name(target) };
      if (target === null && !/\b(?:most|fewest|least|am häufigsten|am seltensten)\b/iu.test(question))
        return null;
      const order_by = target === null ? 'count' : `${inner} of ${name(target)}`;
      const named = namedOnly(by);
      return {
        query: {
          ...where,
          ...(named.length > 0 ? { where: [...options.where, ...named] } : {}),
          group_by: [name(by)],
          calculate: [calculation],
          order_by,
          descending,
          limit: most,
        },
        wantsBest: most === 1,
        used: [by, ...(target === null ? [] : [target])],
      };
    }
    const sorted = target ?? dateTarget(table, question, columns);
    if (sorted === null || isAgeUnknown({ table, sorted, subject, question })) return null;
    const isDescending = descending && !isOldestFirst(table, sorted, question);
    const labels = [...new Set([...(by === null ? [] : [by]), ...labelColumns(table, sorted, columns, by)])];
    const shown = [...labels, sorted].map(name);
    return {
      query: { ...where, columns: shown, order_by: name(sorted), descending: isDescending, limit: most },
      wantsBest: most === 1,
      used: [sorted, ...labels],
    };
  }
  const { target } = options;
  if (target === null) return null;
  // "The average income per visit" of a table that counts visits needs two columns.
  if (operation === 'average' && isPerOther({ question, table, target })) return null;
  // "The average loan period" may be the name of a row whose cell is asked for.
  const cells = options.values.some((value) => namesOperation(value, options)) ? namedCells(options) : null;
  if (cells) return { query: { ...where, columns: cells.map(name) }, wantsBest: false, used: cells };
  return calculated({ what: operation, of: name(target) }, target);

  /** A dash names no group. */
  function namedOnly(column: number): TableCondition[] {
    const isAsked = options.where.some((condition) => condition.column === name(column));
    return hasMarkedBlanks(table, column) && !isAsked ? [{ column: name(column), is: 'not empty' }] : [];
  }

  function calculated(
    calculation: TableCalculation,
    column: number | null,
    asked: readonly TableCondition[] = [],
  ): QueryPart {
    const isGroupNamed = grouped !== null && !asked.some((condition) => condition.column === name(grouped));
    const more = [...asked, ...(isGroupNamed ? namedOnly(grouped) : [])];
    return {
      query: {
        ...where,
        ...(more.length > 0 ? { where: [...options.where, ...more] } : {}),
        ...(grouped === null ? {} : { group_by: [name(grouped)] }),
        calculate: [calculation],
      },
      wantsBest: false,
      used: [column, group].filter((used) => used !== null),
    };
  }
}

/**
 * The columns that identify a row: `by` alone if its names do not repeat, otherwise also the text columns beside it that
 * tell rows apart. Without `by`, the first text column, and the second too if names in the first repeat or are only
 * numbered.
 */
function labelColumns(
  table: DocumentTable,
  other: number,
  asked: readonly Mention[],
  by: number | null,
): number[] {
  const texts = table.columns.flatMap(({ kind }, index) =>
    kind === 'text' && index !== other ? [index] : [],
  );
  const [first, second] = texts;
  if (by !== null && isNumbering(table, by) && first !== undefined) return [by, first];
  if (by !== null && !repeats(table, by)) return [by];
  if (by !== null) return first === undefined || first === by ? [by] : [by, first];
  if (first === undefined) return [];
  if (asked.some(({ column }) => column === first)) return [first];
  if (repeats(table, first) && isCounter(table, 0)) return [0, first];
  const isNumbered = table.rows.every(({ cells, isTotal }) => isTotal || /\d/u.test(cells[first] ?? ''));
  return (isNumbered || repeats(table, first)) && second !== undefined ? [first, second] : [first];
}

/** After "per", a number column other than the one to calculate with. */
function isPerOther(options: { question: string; table: DocumentTable; target: number }): boolean {
  const { question, table, target } = options;
  const [, per] = /\b(?:per|pro|je)\s+(\p{L}{3,})/iu.exec(question) ?? [];
  if (per === undefined) return false;
  const stem = per.toLowerCase().replace(/s$/u, '');
  return table.columns.some(
    ({ kind, name }, column) => column !== target && kind === 'number' && name.toLowerCase().startsWith(stem),
  );
}

/** What a listed row is about: its name, or if names repeat, what comes first and the name. */
function listLabels(table: DocumentTable): number[] {
  const text = table.columns.findIndex(({ kind }) => kind === 'text');
  if (text === -1) return [0];
  return repeats(table, text) ? [0, text] : [text];
}

const ASIDE =
  /(?:\b(?:with|and|mit|samt|und)|,)\s+(?:(?:their|its|the|all|of|each|ihren?|ihrem|deren|den|dem|der|die|das)\s+)*$/iu;

/** The columns to show of each row: "with their quantities and shelves". */
function columnsBeside({ question, table, words, columns, where }: Planned): number[] {
  const filtered = new Set(where.map(({ column }) => column));
  const beside = columns.filter(
    ({ column, from }) =>
      !filtered.has(table.columns[column]?.name ?? '') &&
      ASIDE.test(question.slice(0, words[from]?.start ?? 0)),
  );
  return beside.some(({ from }) => /\b(?:with|mit|samt)\b/iu.test(question.slice(0, words[from]?.start ?? 0)))
    ? beside.map(({ column }) => column)
    : [];
}

/** "All plants" where the table has a column "Plant". */
function rowsNamed({ question, table, words, columns }: Planned): number | null {
  const named = columns.find(
    ({ column, from }) =>
      table.columns[column]?.kind === 'text' &&
      /\b(?:all|every|each|alle|jede[ns]?)\s+(?:(?:the|of|our|die|der)\s+)*$/iu.test(
        question.slice(0, words[from]?.start ?? 0),
      ),
  );
  return named?.column ?? null;
}

/** This column, or if its names repeat, all columns left of what is asked for: one of them tells the rows apart. */
function identifying(table: DocumentTable, column: number, asked: readonly number[]): number[] {
  if (!repeats(table, column)) return [column];
  const left = Array.from({ length: Math.max(column + 1, Math.min(...asked)) }, (_, index) => index);
  return left.slice(0, MOST_LISTED_COLUMNS);
}

const KEPT = /^(?:quantity|qty|pieces|pcs|(?:in )?stock|on hand|menge|stückzahl|stück|anzahl|bestand)$/iu;

/**
 * "How many gaskets are there?" of a list with a row for each kind and a quantity: nine kinds or all pieces may be
 * meant, so the rows are shown with their quantities.
 */
function kindsWithQuantities({ table, parts }: Planned & { parts: readonly PartMention[] }): number[] | null {
  const [part] = parts;
  if (!part || repeats(table, part.column)) return null;
  const quantities = table.columns.flatMap(({ kind, name }, column) =>
    kind === 'number' && KEPT.test(name.trim()) ? [column] : [],
  );
  return quantities.length === 1 ? [part.column, ...quantities] : null;
}

type Planned = Pick<
  Parameters<typeof queryOf>[0],
  'question' | 'table' | 'columns' | 'values' | 'words' | 'where'
>;

/**
 * "How many members were there in 2024?" for rows such as "Members | 10,870 | 11,412": the thing is a row, and a cell
 * has the number. Returns the columns to show, or null if the thing is not a unique row.
 */
function namedCells(options: Planned): number[] | null {
  const { question, table, columns, values, words } = options;
  const thing =
    values.find((value) => afterHowMany(question, words, value, table)) ??
    values.find((value) => namesOperation(value, options));
  if (!thing || (repeats(table, thing.column) && !isNamedTotal(thing.value ?? ''))) return null;
  const numbers = table.columns.flatMap(({ kind }, column) => (kind === 'number' ? [column] : []));
  const asked = columns.map(({ column }) => column).filter((column) => numbers.includes(column));
  const shown = asked.length > 0 ? asked : numbers;
  return shown.length > 0 ? [...new Set([thing.column, ...shown])] : null;
}

/** "How many kegs are in stock", "how many hectolitres in April": the one column of figures that is named. */
function measured(options: Planned & { isMeasure: boolean }): number | null {
  const { table, columns, where, isMeasure } = options;
  const filtered = new Set(where.map(({ column }) => column));
  const named = columns.filter(
    ({ column }) =>
      table.columns[column]?.kind === 'number' &&
      !isCounter(table, column) &&
      !filtered.has(table.columns[column]?.name ?? ''),
  );
  const [only, ...others] = named;
  if (!only || others.length > 0 || where.length === 0) return null;
  return isMeasure || KEPT.test(table.columns[only.column]?.name.trim() ?? '') ? only.column : null;
}

/**
 * Whether the conditions name the values of this column. "How many nights is Ana on duty?" counts rows, even if the
 * column is called "Night duty": the different names in it are those that the question says.
 */
function isPinned(column: string, where: readonly TableCondition[]): boolean {
  return where.some((condition) => condition.column === column && condition.is === '=');
}

/**
 * A row with a dash instead of what is counted does not count: a post that nobody has is no nurse. What is counted is
 * the named column, or else what the rows are about.
 */
function filledIn({ table, where }: Planned, counted: number | null): TableCondition[] {
  const subject = counted ?? table.columns.findIndex(({ kind }) => kind === 'text');
  const column = table.columns[subject]?.name;
  if (column === undefined || where.some((condition) => condition.column === column)) return [];
  if (repeats(table, subject) || !hasMarkedBlanks(table, subject)) return [];
  return [{ column, is: 'not empty' }];
}

/** "How many nights": rows with different days, if the table has one column of dates and none of this name. */
function countedDays({ question, table, words }: Planned): number | null {
  const asked = COUNTED_DAYS.exec(question);
  const word = words.find(({ start }) => asked !== null && start >= asked.index + asked[0].length);
  if (!word || word.taken !== null || !DAYS.test(word.word)) return null;
  const dates = table.columns.flatMap(({ kind }, column) => (kind === 'date' ? [column] : []));
  const [only, ...others] = dates;
  if (only === undefined || others.length > 0 || namesMonths(table, only)) return null;
  word.taken = 'column';
  return only;
}

/** Its cells do not name a day. */
const namesMonths = (table: DocumentTable, column: number) =>
  table.rows.some(({ cells }) => cellDate(cells[column] ?? '')?.length === 'YYYY-MM'.length);

const COUNTED_DAYS = /\b(?:how many|number of|wie vielen?|anzahl(?: der)?)\s+(?=\p{L})/iu;
const DAYS = /^(?:days|nights|evenings|mornings|tagen?|nächten?|abenden?)$/u;

/** Columns of what a row deals with: a firm in the trade "extinguishers" is not an extinguisher. */
const CONCERNS =
  /^(?:trades?|services?|fields?|areas?|subjects?|topics?|supplies|deals in|gewerke?|fachgebiete?|leistungen|bereiche?|themen?)$/iu;

/** Rows can be counted as things only if a column has repeated kinds: a row called "Parking space" is not a count. */
function countsNoThings({ question, table, values, words }: Planned): boolean {
  const thing = values.find((value) => afterHowMany(question, words, value, table));
  if (!thing || table.rest) return false;
  // A list of prices says what is offered, not how many there are.
  const hasColumn = (pattern: RegExp) =>
    table.columns.some(({ kind, name }) => kind === 'number' && pattern.test(name.trim()));
  if (hasColumn(PRICE) && !hasColumn(KEPT) && !hasColumn(QUANTITY)) return true;
  return !repeats(table, thing.column) || CONCERNS.test(table.columns[thing.column]?.name.trim() ?? '');
}

/** The word for the calculation is part of a row's name. */
function namesOperation({ from, to, value }: Mention, { words }: Planned): boolean {
  const part = words.slice(from, to).map(({ word }) => word);
  return value !== null && part.some((word) => OPERATIONS.some(([pattern]) => pattern.test(word)));
}

/** "The most repairs" counts rows, even if the table has a number column. */
function asksForMostRows({ question, table, columns, values, words }: Planned): boolean {
  if (/\b(?:(?:most|least) (?:often|frequently)|am (?:häufigsten|seltensten))\b/iu.test(question))
    return true;
  const most = /\b(?:most|fewest|least)\s+(?:of\s+the\s+)?(?=\p{L})/iu.exec(question);
  if (!most) return false;
  const at = words.findIndex((word) => word.start >= most.index + most[0].length);
  return [...columns, ...values].some(
    ({ column, from, value }) => from === at && (value !== null || table.columns[column]?.kind !== 'number'),
  );
}
