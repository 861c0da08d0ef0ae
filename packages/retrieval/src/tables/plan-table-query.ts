import {
  BEYOND,
  LISTS,
  OPERATIONS,
  plainQuestion,
  WHAT_ARE,
  WHO,
  type Operation,
} from './asks-for-calculation.js';
import { isBlank } from './cell-value.js';
import { columnLimits } from './column-limits.js';
import { comparesDocuments } from './compares-documents.js';
import type { DocumentTable } from './document-table.js';
import { isExplained, namedIn } from './explained-words.js';
import { wholeQuestion } from './follow-ups.js';
import { addsPrices, hasSeveralPrices, onlyRow } from './prices-asked.js';
import {
  fitsSuperlative,
  isNumbering,
  isOf,
  MONEY_WORD,
  moneyColumn,
  NO_PRICE,
  namesOf,
  repeats,
  subjectColumn,
  superlativeColumn,
  targetColumn,
  tradedColumn,
} from './question-columns.js';
import {
  asksForEither,
  attached,
  numberedConditions,
  openConditions,
  possessionConditions,
  valueConditions,
} from './question-conditions.js';
import { LIMIT, queryOf, type QueryPart } from './question-query.js';
import { stateConditions, withDaysOfState } from './question-states.js';
import {
  columnsByFamily,
  mark,
  mentionedColumns,
  inNamedColumns,
  inSeveralColumns,
  mentionedParts,
  mentionedValues,
  questionWords,
  type Mention,
  type QuestionWord,
} from './question-words.js';
import { ANY_COLUMN, type TableCondition } from './table-query.js';

/** Words about prices that do not narrow the rows. */
const OFFERED = /^(?:offer(?:ed|s)?|quoted?|quotes|bid|charged?|charges|asked|asks)$/iu;
/** Words about money in a table with a single money column: the amounts are what was given or paid. */
const GIVEN =
  /^(?:give[ns]?|gave|gifts?|donat(?:e[ds]?|ions?)|contribut(?:e[ds]?|ions?)|pa(?:id|y|ys|yments?)|raised?|collected|received?|gespendet|spenden?|bezahlt|gezahlt|eingenommen)$/iu;
const BOOKED = /^(?:booked|logged|entered|gebucht)$/iu;
const COUNTER = /^(?:year|jahr|id|nr|no|number|nummer|row|zeile)\.?$/iu;

export interface PlannedTableQuery extends Pick<QueryPart, 'query' | 'wantsBest'> {
  /** How many columns and values the question names. Of several tables, the one with most is meant. */
  mentions: number;
  /** The question names the document or the table. */
  isNamed: boolean;
}

/**
 * Turns a question about a table into a query by rules: the columns and values it names, the calculation, limits and
 * dates. Null if the table does not explain the question's words: no answer is better than a wrong sum.
 */
export function planTableQuery(
  asked: string,
  table: DocumentTable,
  /** Words that may refer to the table itself: names of the document and the sheet. */
  names: readonly string[],
): PlannedTableQuery | null {
  const question = plainQuestion(wholeQuestion(asked, table));
  if (BEYOND.test(question)) return null;
  const words = questionWords(question);
  const against = LISTS.test(question) ? columnLimits(question, table, words) : null;
  const operation = against ? listing(question, words) : operationOf(question, words);
  if (!operation) return null;
  const open = openConditions(question, words, table);
  if (!open) return null;
  const byName = mentionedColumns(table, words);
  if (comparesDocuments(operation, words, names)) return null;
  const values = inNamedColumns(table, mentionedValues(table, words), byName);
  const mentioned = [...byName, ...columnsByFamily(table, words)].toSorted(
    (left, right) => left.from - right.from,
  );
  // A calculation over any of several columns could count a row for the wrong reason.
  const anywhere =
    operation === 'list' ? inSeveralColumns({ table, values, columns: mentioned, question }) : [];
  const limits = open.flatMap((condition) => attached(condition, table, mentioned, words) ?? []);
  // A limit that fits no column must not be ignored: the sum would include too much.
  if (limits.length < open.length || asksForEither(values, question, words)) return null;
  const numbered = numberedConditions(table, mentioned, words);
  const parts = operation === 'list' || operation === 'count' ? mentionedParts(table, words, names) : [];
  const named = [
    ...(against ?? []),
    ...numbered.conditions,
    ...valueConditions(
      table,
      values.filter((value) => !anywhere.includes(value)),
      question,
      words,
    ),
    ...anywhere.map(({ value }): TableCondition => ({ column: ANY_COLUMN, is: '=', value: value ?? '' })),
    ...parts.map(({ condition }) => condition),
    ...possessionConditions(table, mentioned, question, words),
    ...limits,
  ];
  const filteredBy = new Set(named.map(({ column }) => column));
  const states = stateConditions({ table, columns: mentioned, filtered: filteredBy, question, words });
  if (states.isUnclear) return null;
  const where = withDaysOfState(table, [...named, ...states.conditions], question);
  if (!where) return null;
  // "What are the prices of tiles?", "who started in 2020?": of some rows, or nothing.
  if (operation === 'list' && !LISTS.test(question) && where.length === 0) return null;
  const columns = mentioned.filter(
    (mention) =>
      !states.used.has(mention) && !numbered.used.has(mention) && !saysThatDone(mention, table, words),
  );
  // By another word than the column's: "list all voyages" does not mean one table called voyages.
  const unused = words.filter(({ taken }) => taken === null);
  const isTableNamed = names.some((name) => namedIn(name, unused));
  markAmounts(table, columns, words);
  markPeople(table, words);
  // Room 204 is a name, not a figure.
  const numbers = columns.filter(
    ({ column }) => table.columns[column]?.kind === 'number' && !isNumbering(table, column),
  );
  const filtered = new Set(where.map(({ column }) => column));
  const likely =
    targetColumn(table, numbers, filtered) ??
    superlativeColumn(question, table) ??
    (operation === 'sum' && where.length > 1 && onlyRow(table, where) !== null
      ? moneyColumn(question, table)
      : null);
  const target = likely !== null && fitsSuperlative(question, table, likely, numbers) ? likely : null;
  // Years and row numbers cannot be added: "the cost per year" does not ask for that.
  const isTotal = operation === 'sum' || operation === 'average';
  if (isTotal && target !== null && COUNTER.test(table.columns[target]?.name ?? '')) return null;
  const subject = subjectColumn(question, words, columns, table);
  const traded = operation === 'count' ? tradedColumn(question, table, values, words) : null;
  const planned = queryOf({
    question,
    operation:
      operation === 'sum' && hasSeveralPrices({ question, table, where, target }) ? 'list' : operation,
    table,
    where,
    target,
    subject,
    traded,
    columns,
    values,
    parts,
    words,
    isMeasure: operation === 'count' && countsMeasure(question, words, names),
    isTableNamed,
  });
  if (!planned) return null;
  const { used, ...plan } = planned;
  const plays = (mention: Mention) => playsPart(mention, { table, question, words, used, filtered });
  if (operation !== 'list' && !columns.every(plays)) return null;
  const filtering = table.columns.flatMap(({ name }, column) => (filtered.has(name) ? [column] : []));
  for (const column of [...used, ...filtering]) markNames(table, column, words);
  if (operation === 'sum' && addsPrices({ question, table, where, target })) return null;
  markOfOneRow(table, where, words);
  // If only the document's name matches, a count may mean documents, unless a limit narrows the rows.
  const isNamed =
    operation !== 'count' ||
    limits.length > 0 ||
    /\b(?:rows?|sheet|table|spreadsheet|csv|lines?)\b/iu.test(question);
  const mentions =
    mentioned.length + values.length + parts.length + states.opposites + (against ?? []).length * 2;
  const isAboutIt =
    mentions > 0 ||
    (isNamed && (operation !== 'list' || where.length > 0) && names.some((name) => namedIn(name, words)));
  // A single unexplained word may narrow the rows: "cancelled orders" are not all orders.
  return isAboutIt && isExplained(words, names)
    ? { ...plan, mentions, isNamed: names.some((name) => namedIn(name, words)) }
    : null;
}

/**
 * The conditions on cells of one row that a question names, if the table explains all its words. It need not say what
 * to calculate: "how much is a keg of stout" only names the row.
 */
export function rowConditions(
  asked: string,
  table: DocumentTable,
  names: readonly string[],
): { where: TableCondition[]; mentions: number } | null {
  const question = plainQuestion(wholeQuestion(asked, table));
  const words = questionWords(question);
  const open = openConditions(question, words, table);
  if (operationOf(question, words) === null || !open || open.length > 0) return null;
  const mentioned = mentionedColumns(table, words);
  const values = inNamedColumns(table, mentionedValues(table, words), mentioned);
  if (asksForEither(values, question, words)) return null;
  const where = valueConditions(table, values, question, words);
  const hasMoney = table.columns.some((_, column) => isOf(table, column, 'money'));
  for (const word of words) if (hasMoney && MONEY_WORD.test(word.word)) word.taken ??= 'column';
  return isExplained(words, names) ? { where, mentions: mentioned.length + values.length } : null;
}

/** "How many patients were seen" of a column "Seen by": that it was done, by whomever, if every row says by whom. */
function saysThatDone(
  { column, to }: Mention,
  table: DocumentTable,
  words: readonly QuestionWord[],
): boolean {
  const name = table.columns[column]?.name ?? '';
  const isByWhom = /^\p{L}+\s+(?:by|von|durch)$/iu.test(name.trim());
  const asksByWhom = /^(?:by|von|durch)$/u.test(words[to]?.word ?? '');
  return isByWhom && !asksByWhom && table.rows.every(({ cells }) => !isBlank(cells[column] ?? ''));
}

/** "How many hectolitres" of a sheet of hectolitres: what its figures are, not things to count. */
function countsMeasure(question: string, words: readonly QuestionWord[], names: readonly string[]): boolean {
  const asked = /\b(?:how many|wie vielen?)\s+(?=\p{L})/iu.exec(question);
  const word = words.find(({ start }) => asked !== null && start >= asked.index + asked[0].length);
  return word?.taken === null && names.some((name) => namedIn(name, [word]));
}

/**
 * Whether the query uses a column that the question names. A column it ignores may be the condition: "how many are
 * closed" does not count all rows.
 */
function playsPart(
  { column, from }: Mention,
  options: {
    table: DocumentTable;
    question: string;
    words: readonly QuestionWord[];
    used: readonly number[];
    filtered: ReadonlySet<string>;
  },
): boolean {
  const { table, question, words, used, filtered } = options;
  if (used.includes(column) || filtered.has(table.columns[column]?.name ?? '')) return true;
  // "All invoices", "the average price of a treatment".
  if (
    /\b(?:(?:all|across|every|alle[rn]?)\s+(?:the\s+)?|(?:price|cost|fee)s? of an?\s+)$/iu.test(
      question.slice(0, words[from]?.start ?? 0),
    )
  )
    return true;
  // What each row is about: "the total amount of the projects".
  const isName = table.columns[column]?.kind !== 'number' || isNumbering(table, column);
  return isName && !repeats(table, column);
}

/** Other words for a used column: its unit, the rest of its name, or "cost" if it is money. */
function markNames(table: DocumentTable, column: number, words: readonly QuestionWord[]): void {
  const stems = namesOf(table, column);
  const isMoney = isOf(table, column, 'money');
  const isOtherMoney = NO_PRICE.test(table.columns[column]?.name ?? '');
  const isOnlyMoney =
    isMoney && table.columns.every((_, other) => other === column || !isOf(table, other, 'money'));
  const isTime = isOf(table, column, 'length');
  for (const word of words)
    if (
      stems.has(word.stem) ||
      (isMoney && !isOtherMoney && (MONEY_WORD.test(word.word) || OFFERED.test(word.word))) ||
      (isOnlyMoney && GIVEN.test(word.word)) ||
      (isTime && BOOKED.test(word.word))
    )
      word.taken ??= 'column';
}

/** The "bag" in "a bag of mortar", if the only matching row contains it. */
function markOfOneRow(
  table: DocumentTable,
  where: readonly TableCondition[],
  words: readonly QuestionWord[],
): void {
  const row = where.length > 0 ? onlyRow(table, where) : null;
  if (!row) return;
  const stems = new Set(row.cells.flatMap((cell) => questionWords(cell).map(({ stem }) => stem)));
  for (const word of words) if (stems.has(word.stem)) word.taken ??= 'value';
}

const PEOPLE =
  /^(?:people|persons?|employees?|colleagues?|staff|members?|personen|leute|mitarbeiter(?:innen)?|beschäftigte|kollegen)$/iu;
const OF_PEOPLE =
  /\b(?:name|person|employee|staff|member|who|colleague|mitarbeiter(?:in)?|wer|beschäftigte[r]?)\b/iu;

/** "How many people": counts rows, if the table has a column for persons. */
function markPeople(table: DocumentTable, words: readonly QuestionWord[]): void {
  const [first] = table.columns.filter(({ kind }) => kind === 'text');
  if (!first || !OF_PEOPLE.test(first.name)) return;
  for (const word of words) if (PEOPLE.test(word.word)) word.taken ??= 'column';
}

/** The "amounts" in "net amounts" adds nothing to the column name. */
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
  // "At least 65" does not ask for a minimum.
  const question = asked.replaceAll(/\b(?:at least|at most|no less than|no more than)\b/giu, (found) =>
    ' '.repeat(found.length),
  );
  // "The total number of orders" is a count; "total" adds nothing.
  const isCount = /\b(?:total|overall|exact) (?:number|count) of\b/iu.test(question);
  for (const [pattern, operation] of OPERATIONS) {
    if (!pattern.test(question) || (isCount && operation === 'sum')) continue;
    for (const [other] of OPERATIONS) {
      for (const match of question.matchAll(new RegExp(other.source, 'giu')))
        mark(words, match.index, match[0].length, 'operation');
    }
    const limit = LIMIT.exec(question);
    if (limit) mark(words, limit.index, limit[0].length, 'operation');
    return operation;
  }
  return listing(question, words);
}

function listing(question: string, words: readonly QuestionWord[]): 'list' | null {
  const lists = LISTS.exec(question) ?? WHAT_ARE.exec(question) ?? WHO.exec(question);
  if (!lists) return null;
  mark(words, lists.index, lists[0].length, 'operation');
  return 'list';
}
