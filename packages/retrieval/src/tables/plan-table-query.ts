import { BEYOND, OPERATIONS, type Operation } from './asks-for-calculation.js';
import { monthNamed } from './cell-value.js';
import type { DocumentTable } from './document-table.js';
import {
  GRAMMAR,
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
  /** Share of the question's own words that the table explains. */
  explained: number;
}

const LEAST_EXPLAINED = 0.7;
const ABOVE =
  /(?:more|greater|higher|larger|bigger|later|longer|older) than|over|above|exceed(?:s|ing)?|mehr als|über/u;
const BELOW = /(?:less|fewer|lower|smaller|shorter|younger|cheaper) than|under|below|weniger als|unter/u;

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
  const conditions = [...figureConditions(question, words), ...dateConditions(question, words, table)];
  const columns = mentionedColumns(table, words);
  const values = mentionedValues(table, words);
  const where = [
    ...valueConditions(table, values, question, words),
    ...conditions.flatMap((condition) => attached(condition, table, columns, words) ?? []),
  ];
  if (where.length < conditions.length) return null;
  const numbers = columns.filter(({ column }) => table.columns[column]?.kind === 'number');
  const filtered = new Set(where.map(({ column }) => column));
  const target = targetColumn(table, numbers, filtered);
  const subject = subjectColumn(question, words, columns, table);
  const planned = queryOf({ question, operation, table, where, target, subject, columns, words });
  if (!planned) return null;
  const explained = explainedShare(words, names);
  // A count of things that only the document is named for may be one of documents.
  const isNamed =
    operation !== 'count' || /\b(?:rows?|sheet|table|spreadsheet|csv|lines?)\b/iu.test(question);
  const isAboutIt =
    columns.length + values.length > 0 || (isNamed && names.some((name) => namedIn(name, words)));
  if (explained < LEAST_EXPLAINED || !isAboutIt) return null;
  return { ...planned, explained };
}

function operationOf(asked: string, words: readonly QuestionWord[]): Operation | null {
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
    return operation;
  }
  return null;
}

function mark(
  words: readonly QuestionWord[],
  start: number,
  length: number,
  as: QuestionWord['taken'],
): void {
  for (const word of words) if (word.start >= start && word.end <= start + length) word.taken ??= as;
}

function queryOf(options: {
  question: string;
  operation: Operation;
  table: DocumentTable;
  where: TableCondition[];
  target: number | null;
  subject: number | null;
  columns: readonly Mention[];
  words: readonly QuestionWord[];
}): Pick<PlannedTableQuery, 'query' | 'wantsBest'> | null {
  const { question, operation, table, target, subject, columns } = options;
  const name = (column: number) => table.columns[column]?.name ?? '';
  const where = options.where.length > 0 ? { where: options.where } : {};
  const grouped = groupColumn(question, options.words, columns, table);
  const limit = Number(
    /\b(?:top|bottom|first|the)\s+(\d{1,3})\b|\b(\d{1,3})\s+(?:highest|largest|biggest|most|lowest|smallest|cheapest|least|best)/iu
      .exec(question)
      ?.slice(1)
      .find(Boolean) ?? 1,
  );
  if (operation === 'count' || operation === 'count distinct') {
    // "How many units were sold" asks for their sum, "how many customers" for different ones.
    const counted =
      columns[0] && afterHowMany(question, options.words, columns[0]) ? columns[0].column : null;
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

function repeats(table: DocumentTable, column: number): boolean {
  const rows = table.rows.filter(({ isTotal }) => !isTotal);
  return new Set(rows.map(({ cells }) => cells[column])).size < rows.length;
}

function valueConditions(
  table: DocumentTable,
  values: readonly Mention[],
  question: string,
  words: readonly QuestionWord[],
): TableCondition[] {
  const byColumn = new Map<string, TableCondition & { value: string[] }>();
  for (const { column, value, from } of values) {
    const name = table.columns[column]?.name ?? '';
    const before = question.slice(0, words[from]?.start ?? 0);
    const is =
      /\b(?:not|except|excluding|without|outside|other than|außer|ohne)\s+(?:in\s+|for\s+|from\s+|the\s+)*$/iu.test(
        before,
      )
        ? '!='
        : '=';
    const key = `${is} ${name}`;
    const known = byColumn.get(key);
    if (known) known.value.push(value ?? '');
    else byColumn.set(key, { column: name, is, value: [value ?? ''] });
  }
  return [...byColumn.values()].map((condition) => ({
    ...condition,
    value: condition.value.length === 1 ? (condition.value[0] ?? '') : condition.value,
  }));
}

interface OpenCondition {
  is: TableCondition['is'];
  value: number | string;
  /** Place in the question, to find the column it is about. */
  at: number;
  column: number | null;
}

/** "more than 50", "at least 3", "between 10 and 20": which column they are about is told by what stands near. */
function figureConditions(question: string, words: readonly QuestionWord[]): OpenCondition[] {
  const figure = String.raw`[$€£]?\s?(\d[\d,]*(?:\.\d+)?)(?!\d|-\d|\s*(?:January|February|March|April|May|June|July|August|September|October|November|December))`;
  const found: OpenCondition[] = [];
  const collect = (pattern: string, ...comparisons: TableCondition['is'][]) => {
    for (const match of question.matchAll(new RegExp(`\\b(?:${pattern})`, 'giu'))) {
      if (
        words.some(
          (word) =>
            word.taken === 'figure' && word.start >= match.index && word.end <= match.index + match[0].length,
        )
      )
        continue;
      mark(words, match.index, match[0].length, 'figure');
      for (const [index, is] of comparisons.entries()) {
        const value = Number(match[index + 1]?.replaceAll(',', ''));
        // A year stands for a date, which is read below.
        if (!Number.isInteger(value) || value < 1500 || value > 2100 || /[$€£]/u.test(match[0]))
          found.push({ is, value, at: match.index, column: null });
        else
          for (const word of words)
            if (word.start >= match.index && word.end <= match.index + match[0].length) word.taken = null;
      }
    }
  };
  collect(`between ${figure} (?:and|to) ${figure}`, '>=', '<=');
  collect(`(?:at least|no less than|mindestens) ${figure}`, '>=');
  collect(`(?:at most|no more than|up to|höchstens) ${figure}`, '<=');
  collect(`(?:${ABOVE.source}) ${figure}`, '>');
  collect(`(?:${BELOW.source}) ${figure}`, '<');
  return found;
}

/** "in 2025", "in March 2025", "since 4 May 2025", against the only column of dates, or one of years. */
function dateConditions(
  question: string,
  words: readonly QuestionWord[],
  table: DocumentTable,
): OpenCondition[] {
  const dates = table.columns.flatMap(({ kind }, index) => (kind === 'date' ? [index] : []));
  const years = table.columns.flatMap(({ kind, name }, index) =>
    kind === 'number' && /^(?:year|jahr)$/iu.test(name) ? [index] : [],
  );
  const column = dates.length === 1 ? dates[0] : years.length === 1 ? years[0] : undefined;
  if (column === undefined) return [];
  const pattern =
    /\b(?:(?<when>before|after|since|until|till|from|in|during|for|on|of|im|seit|vor|nach)\s+)?(?:(?<iso>\d{4}-\d{2}(?:-\d{2})?)|(?:(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+)?(?:(?<month>\p{L}{3,9})\s+)?(?:(?<day2>\d{1,2})(?:st|nd|rd|th)?,\s+)?(?<year>(?:1[5-9]|20)\d{2}))(?![\d-])/giu;
  return [...question.matchAll(pattern)].flatMap((match) => {
    const { when = 'in', iso, day, day2, month: named, year } = match.groups ?? {};
    const month = named ? monthNamed(named) : null;
    if (year && table.columns.some(({ name }) => name === year)) return [];
    const date =
      iso ??
      [
        year,
        ...(month ? [String(month).padStart(2, '0')] : []),
        ...(month && (day ?? day2) ? [(day ?? day2 ?? '').padStart(2, '0')] : []),
      ].join('-');
    // Only the date's own words: the word before a bare year may be anything.
    const own = named && month === null ? match[0].lastIndexOf(year ?? '') : 0;
    mark(words, match.index + own, match[0].length - own, 'figure');
    const is = (
      {
        before: '<',
        vor: '<',
        after: '>',
        nach: '>',
        since: '>=',
        seit: '>=',
        from: '>=',
        until: '<=',
        till: '<=',
      } as const
    )[when.toLowerCase() as 'before'];
    return [{ is: is ?? '=', value: date, at: match.index, column }];
  });
}

/** The column right after the figure ("50 units"), else the last one named before it, else the only one of numbers. */
function attached(
  { is, value, at, column }: OpenCondition,
  table: DocumentTable,
  columns: readonly Mention[],
  words: readonly QuestionWord[],
): TableCondition | null {
  const name = (index: number) => table.columns[index]?.name ?? '';
  if (column !== null)
    return {
      column: name(column),
      is,
      value: table.columns[column]?.kind === 'number' ? Number(value) : value,
    };
  const numbers = columns.filter((mention) => table.columns[mention.column]?.kind === 'number');
  const figureEnd = words.findIndex((word) => word.start >= at && word.taken !== 'figure');
  const next = numbers.find(({ from }) => from === figureEnd);
  const before = numbers.findLast(({ from }) => (words[from]?.start ?? 0) < at);
  const only = table.columns.flatMap(({ kind }, index) => (kind === 'number' ? [index] : []));
  const chosen = next?.column ?? before?.column ?? (only.length === 1 ? only[0] : undefined);
  return chosen === undefined ? null : { column: name(chosen), is, value };
}

function namedIn(name: string, words: readonly QuestionWord[]): boolean {
  const stems = new Set(words.map(({ stem }) => stem));
  return questionWords(name).some(
    ({ word, stem }) => !GRAMMAR.has(word) && word.length > 2 && stems.has(stem),
  );
}

function explainedShare(words: readonly QuestionWord[], names: readonly string[]): number {
  const ofTable = new Set(names.flatMap((name) => questionWords(name).map(({ stem }) => stem)));
  const own = words.filter(({ word, taken }) => taken !== null || !GRAMMAR.has(word));
  const known = own.filter(({ taken, stem }) => taken !== null || ofTable.has(stem));
  return own.length === 0 ? 0 : known.length / own.length;
}
