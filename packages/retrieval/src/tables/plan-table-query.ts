import { BEYOND, LISTS, OPERATIONS, type Operation } from './asks-for-calculation.js';
import type { DocumentTable } from './document-table.js';
import { attached, openConditions, possessionConditions, valueConditions } from './question-conditions.js';
import {
  GRAMMAR,
  mark,
  mentionedColumns,
  mentionedValues,
  questionWords,
  type Mention,
  type QuestionWord,
} from './question-words.js';
import type { TableCalculation, TableCondition, TableQuery } from './table-query.js';

export interface PlannedTableQuery {
  query: TableQuery;
  /** The best rows are wanted, with those that are as good. */
  wantsBest: boolean;
  /** Columns and values that the question names: of several tables, the one with most is meant. */
  mentions: number;
}

/** "Top 3", "the 5 cheapest". */
const LIMIT =
  /\b(?:top|bottom|first|the)\s+(\d{1,3})\b|\b(\d{1,3})\s+(?:highest|largest|biggest|most|lowest|smallest|cheapest|least|best)/iu;

const MOST_LISTED_COLUMNS = 12;

/** What follows on a thing that is bought and sold: "did we sell", "were ordered". */
const TRADED =
  /^\s+(?:(?:did|do|have|has|had|were|was|are|been|we|they|you|i|haben|wurden|wir)\s+)*(?:sell|sold|buy|bought|order(?:ed)?|purchased?|ship(?:ped)?|deliver(?:ed)?|verkauft|gekauft|bestellt|geliefert)\b(?!\s+to\s*\?*$)/iu;
const QUANTITY =
  /^(?:quantity|qty|units?|pieces|pcs|items|count|menge|stückzahl|stück|anzahl)(?: (?:sold|ordered|shipped))?$/iu;

/**
 * A question about a table as a query, by rules: the columns and values it names, what is to be done with them, limits and
 * dates. Null where the words of the question are not explained by the table: no answer is better than the wrong sum.
 */
export function planTableQuery(
  question: string,
  table: DocumentTable,
  /** Words that may stand for the table itself: names of the document and the sheet. */
  names: readonly string[],
): PlannedTableQuery | null {
  if (BEYOND.test(question)) return null;
  const words = questionWords(question);
  const operation = operationOf(question, words);
  if (!operation) return null;
  const open = openConditions(question, words, table);
  const columns = mentionedColumns(table, words);
  const values = mentionedValues(table, words);
  const limits = open.flatMap((condition) => attached(condition, table, columns, words) ?? []);
  // A limit that belongs to no column must not be forgotten: the sum would be of too much.
  if (limits.length < open.length) return null;
  const where = [
    ...valueConditions(table, values, question, words),
    ...possessionConditions(table, columns, question, words),
    ...limits,
  ];
  markAmounts(table, columns, words);
  const numbers = columns.filter(({ column }) => table.columns[column]?.kind === 'number');
  const filtered = new Set(where.map(({ column }) => column));
  const target = targetColumn(table, numbers, filtered);
  const subject = subjectColumn(question, words, columns, table);
  const traded = operation === 'count' ? tradedColumn(question, table, values, words) : null;
  const planned = queryOf({ question, operation, table, where, target, subject, traded, columns, words });
  if (!planned) return null;
  // A count of things that only the document is named for may be one of documents.
  const isNamed =
    operation !== 'count' || /\b(?:rows?|sheet|table|spreadsheet|csv|lines?)\b/iu.test(question);
  const isAboutIt =
    columns.length + values.length > 0 ||
    (isNamed && operation !== 'list' && names.some((name) => namedIn(name, words)));
  // One word that nothing explains may be the one that narrows it: "cancelled orders" are not all orders.
  return isAboutIt && isExplained(words, names)
    ? { ...planned, mentions: columns.length + values.length }
    : null;
}

/** The "amounts" of "net amounts" says no more than the column does. */
function markAmounts(
  table: DocumentTable,
  columns: readonly Mention[],
  words: readonly QuestionWord[],
): void {
  for (const { column, to } of columns) {
    const next = words[to];
    if (
      next &&
      table.columns[column]?.kind === 'number' &&
      /^(?:amounts?|figures?|betr[aä]ge?)$/u.test(next.word)
    )
      next.taken ??= 'column';
  }
}

function operationOf(asked: string, words: readonly QuestionWord[]): Operation | 'list' | null {
  // "At least 65" asks for no minimum.
  const question = asked.replaceAll(/\b(?:at least|at most|no less than|no more than)\b/giu, (found) =>
    ' '.repeat(found.length),
  );
  for (const [pattern, operation] of OPERATIONS) {
    if (!pattern.test(question)) continue;
    for (const [other] of OPERATIONS) {
      for (const match of question.matchAll(new RegExp(other.source, 'giu')))
        mark(words, match.index, match[0].length, 'operation');
    }
    const limit = LIMIT.exec(question);
    if (limit) mark(words, limit.index, limit[0].length, 'operation');
    return operation;
  }
  const lists = LISTS.exec(question);
  if (!lists) return null;
  mark(words, lists.index, lists[0].length, 'operation');
  return 'list';
}

function queryOf(options: {
  question: string;
  operation: Operation | 'list';
  table: DocumentTable;
  where: TableCondition[];
  target: number | null;
  subject: number | null;
  traded: number | null;
  columns: readonly Mention[];
  words: readonly QuestionWord[];
}): Pick<PlannedTableQuery, 'query' | 'wantsBest'> | null {
  const { question, operation, table, target, subject, columns } = options;
  const name = (column: number) => table.columns[column]?.name ?? '';
  const where = options.where.length > 0 ? { where: options.where } : {};
  const grouped = groupColumn(question, options.words, columns, table);
  const limit = Number(LIMIT.exec(question)?.slice(1).find(Boolean) ?? 1);
  if (operation === 'list') {
    // All rows are no answer: a list of documents may be meant.
    if (options.where.length === 0) return null;
    const order = table.columns.map((_, index) => index).filter((index) => index !== subject);
    const shown = [...(subject === null ? [] : [subject]), ...order].slice(0, MOST_LISTED_COLUMNS);
    return { query: { ...where, columns: shown.map(name) }, wantsBest: false };
  }
  if (operation === 'count' || operation === 'count distinct') {
    // "How many units were sold" asks for their sum, "how many customers" for different ones.
    const named = columns[0] && afterHowMany(question, options.words, columns[0]) ? columns[0].column : null;
    const counted = named ?? options.traded;
    if (
      counted !== null &&
      counted !== grouped &&
      table.columns[counted]?.kind === 'number' &&
      operation === 'count'
    )
      return {
        query: { ...where, ...grouping(grouped), calculate: [{ what: 'sum', of: name(counted) }] },
        wantsBest: false,
      };
    if (
      counted !== null &&
      counted !== grouped &&
      (operation === 'count distinct' || repeats(table, counted))
    )
      return {
        query: { ...where, ...grouping(grouped), calculate: [{ what: 'count distinct', of: name(counted) }] },
        wantsBest: false,
      };
    if (operation === 'count distinct') return null;
    return { query: { ...where, ...grouping(grouped), calculate: [{ what: 'count' }] }, wantsBest: false };
  }
  if (operation === 'maximum' || operation === 'minimum') {
    const descending = operation === 'maximum';
    const by = subject ?? grouped;
    const inner = /\b(?:average|mean)\b/iu.test(question) ? 'average' : 'sum';
    if (by !== null && by !== target && repeats(table, by)) {
      const calculation: TableCalculation =
        target === null ? { what: 'count' } : { what: inner, of: name(target) };
      if (target === null && !/\b(?:most|fewest|least)\b/iu.test(question)) return null;
      const order_by = target === null ? 'count' : `${inner} of ${name(target)}`;
      return {
        query: { ...where, group_by: [name(by)], calculate: [calculation], order_by, descending, limit },
        wantsBest: limit === 1,
      };
    }
    const sorted = target ?? dateTarget(table, question);
    if (sorted === null) return null;
    const label = by ?? table.columns.findIndex(({ kind }, index) => kind === 'text' && index !== sorted);
    const shown = [...(label === -1 ? [] : [name(label)]), name(sorted)];
    return {
      query: { ...where, columns: shown, order_by: name(sorted), descending, limit },
      wantsBest: limit === 1,
    };
  }
  if (target === null) return null;
  return {
    query: { ...where, ...grouping(grouped), calculate: [{ what: operation, of: name(target) }] },
    wantsBest: false,
  };

  function grouping(column: number | null): { group_by?: string[] } {
    return column === null ? {} : { group_by: [name(column)] };
  }
}

/** The column named in the question that is calculated with; without a name, the only one that could be meant. */
function targetColumn(
  table: DocumentTable,
  named: readonly Mention[],
  filtered: ReadonlySet<string>,
): number | null {
  const free = named.filter(({ column }) => !filtered.has(table.columns[column]?.name ?? ''));
  const chosen = free[0] ?? named[0];
  if (chosen) return chosen.column;
  const countable = table.columns.flatMap(({ kind, name }, index) =>
    kind === 'number' && !/^(?:id|no\.?|nr\.?|#|year|jahr|month|day|rank|code|zip|postcode)$/iu.test(name)
      ? [index]
      : [],
  );
  return countable.length === 1 ? (countable[0] ?? null) : null;
}

function dateTarget(table: DocumentTable, question: string): number | null {
  if (!/\b(?:latest|newest|most recent|oldest|earliest)\b/iu.test(question)) return null;
  const dates = table.columns.flatMap(({ kind }, index) => (kind === 'date' ? [index] : []));
  return dates.length === 1 ? (dates[0] ?? null) : null;
}

/** "Which region …", "who …", "top 3 products …": what the answer is to name. */
function subjectColumn(
  question: string,
  words: readonly QuestionWord[],
  columns: readonly Mention[],
  table: DocumentTable,
): number | null {
  const opening = /\b(?:which|what|welche[rs]?|top(?:\s+\d+)?|bottom(?:\s+\d+)?|the\s+\d+)\s+/iu.exec(
    question,
  );
  if (opening) {
    const start = opening.index + opening[0].length;
    const at = words.findIndex((word) => word.start >= start);
    const mention = columns.find(({ from }) => from >= at && from <= at + 2);
    if (mention && table.columns[mention.column]?.kind !== 'number') return mention.column;
  }
  if (!/\b(?:who|wer)\b/iu.test(question)) return null;
  const people = table.columns.findIndex(
    ({ kind, name }) =>
      kind === 'text' &&
      /\b(?:name|employee|person|customer|author|owner|member|player|rep|salesperson|who)\b/iu.test(name),
  );
  return people === -1 ? null : people;
}

/** "per region", "by month", "for each customer". */
function groupColumn(
  question: string,
  words: readonly QuestionWord[],
  columns: readonly Mention[],
  table: DocumentTable,
): number | null {
  for (const match of question.matchAll(
    /\b(?:per|by|for (?:each|every)|in (?:each|every)|of each|pro|je)\s+/giu,
  )) {
    const at = words.findIndex((word) => word.start >= match.index + match[0].length);
    const mention = columns.find(({ from }) => from === at);
    if (mention && table.columns[mention.column]?.kind !== 'number') return mention.column;
  }
  return null;
}

function afterHowMany(question: string, words: readonly QuestionWord[], mention: Mention): boolean {
  const match =
    /\b(?:how many|number of|count of|wie viele|anzahl(?: der)?)\s+(?:(?:different|distinct|unique|of the|the|verschiedene)\s+)*/iu.exec(
      question,
    );
  const at = match ? words.findIndex((word) => word.start >= match.index + match[0].length) : -1;
  return mention.from === at;
}

/** "How many chisels did we sell?" asks for their quantity where the table has one, not for rows. */
function tradedColumn(
  question: string,
  table: DocumentTable,
  values: readonly Mention[],
  words: readonly QuestionWord[],
): number | null {
  const thing = values.find((mention) => afterHowMany(question, words, mention));
  const rest = question.slice(words[(thing?.to ?? 0) - 1]?.end ?? 0);
  const trade = TRADED.exec(rest);
  const quantities = table.columns.flatMap(({ kind, name }, index) =>
    kind === 'number' && QUANTITY.test(name) ? [index] : [],
  );
  if (!thing || !trade || quantities.length !== 1) return null;
  mark(words, question.length - rest.length, trade[0].length, 'operation');
  return quantities[0] ?? null;
}

function repeats(table: DocumentTable, column: number): boolean {
  const rows = table.rows.filter(({ isTotal }) => !isTotal);
  return new Set(rows.map(({ cells }) => cells[column])).size < rows.length;
}

function namedIn(name: string, words: readonly QuestionWord[]): boolean {
  const stems = new Set(words.map(({ stem }) => stem));
  return questionWords(name).some(
    ({ word, stem }) => !GRAMMAR.has(word) && word.length > 2 && stems.has(stem),
  );
}

function isExplained(words: readonly QuestionWord[], names: readonly string[]): boolean {
  const ofTable = new Set(names.flatMap((name) => questionWords(name).map(({ stem }) => stem)));
  return words.every(({ word, stem, taken }) => taken !== null || GRAMMAR.has(word) || ofTable.has(stem));
}
