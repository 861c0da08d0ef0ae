import { OPERATIONS } from './asks-for-calculation.js';
import { isBlank } from './cell-value.js';
import type { DocumentTable } from './document-table.js';
import { mark, questionWords, type Mention, type QuestionWord } from './question-words.js';

/** Follows something that is bought and sold: "did we sell", "were ordered". */
const TRADED =
  /^\s+(?:(?:did|do|have|has|had|were|was|are|been|we|they|you|i|haben|wurden|wir)\s+)*(?:sell|sold|buy|bought|order(?:ed)?|purchased?|ship(?:ped)?|deliver(?:ed)?|verkauft|gekauft|bestellt|geliefert)\b(?!\s+to\s*\?*$)/iu;
/** A price of something, for one of it. */
export const PRICE = /\b(?:prices?|rates?|tariffs?|preise?)\b/iu;
export const QUANTITY =
  /^(?:quantity|qty|units?|pieces|pcs|items|count|menge|stückzahl|stück|anzahl)(?: (?:sold|ordered|shipped))?$/iu;

/** The column to calculate with: the one the question names, or the only possible one. */
export function targetColumn(
  table: DocumentTable,
  named: readonly Mention[],
  filtered: ReadonlySet<string>,
): number | null {
  const measures = named.filter(({ column }) => !isCounter(table, column));
  const free = measures.filter(({ column }) => !filtered.has(table.columns[column]?.name ?? ''));
  const chosen = free[0] ?? measures[0];
  if (chosen) return chosen.column;
  const countable = table.columns.flatMap(({ kind, name }, index) =>
    kind === 'number' && !NO_MEASURE.test(name) && !isCounter(table, index) ? [index] : [],
  );
  return countable.length === 1 ? (countable[0] ?? null) : null;
}

export const NO_MEASURE = /^(?:id|no\.?|nr\.?|#|year|jahr|month|day|rank|code|zip|postcode)$/iu;

/**
 * Whether the first column only numbers the rows, such as "Bill" with 101, 102, 103: its figures are names, which are
 * neither added up nor compared.
 */
export function isCounter(table: DocumentTable, column: number): boolean {
  const { kind, units } = table.columns[column] ?? { kind: 'text', units: [] };
  if (column !== 0 || kind !== 'number' || units.length > 0 || table.columns.length < 2) return false;
  const rows = table.rows.filter(({ isTotal }) => !isTotal);
  const values = rows.map(({ cells }) => Number(cells[column]));
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const isDense = Math.abs(last - first) < values.length * MOST_GAPS;
  return (
    values.length > 1 &&
    isDense &&
    values.every(Number.isInteger) &&
    values.every(
      (value, at) => at === 0 || Math.sign(value - (values[at - 1] ?? 0)) === Math.sign(last - first),
    )
  );
}

/** Of the numbers of bills, some are missing: those of other years, or those withdrawn. */
const MOST_GAPS = 3;

const IN_TIME =
  /\b(?:latest|newest|most recent|oldest|earliest|soonest|zuerst|zuletzt)\b|\b(?:first|last)\P{L}*$/iu;

/** The column of dates that "latest", "oldest" or "expires first" orders by. */
export function dateTarget(table: DocumentTable, question: string, named: readonly Mention[]): number | null {
  if (!IN_TIME.test(question)) return null;
  const dates = table.columns.flatMap(({ kind }, index) => (kind === 'date' ? [index] : []));
  const asked = dates.filter((date) => named.some(({ column }) => column === date));
  const [only, ...others] = asked.length > 0 ? asked : dates;
  return only !== undefined && others.length === 0 ? only : null;
}

const SINCE_WHEN =
  /\b(?:year|founded|built|established|opened|since|start|started|born|birth|jahr|gegründet|gebaut|baujahr|seit|geboren)\b/iu;

/** "The oldest patient" of a list of visits: the days are those of the visits. */
export function isAgeUnknown(options: {
  table: DocumentTable;
  sorted: number;
  subject: number | null;
  question: string;
}): boolean {
  const { table, sorted, subject, question } = options;
  const { kind, name } = table.columns[sorted] ?? { kind: 'text', name: '' };
  return OLDEST.test(question) && kind === 'date' && subject !== null && !SINCE_WHEN.test(name);
}

const OLDEST = /\b(?:oldest|youngest|älteste[nrsm]?|jüngste[nrsm]?)\b/iu;

/** The oldest has the earliest day or year, but the highest age. */
export function isOldestFirst(table: DocumentTable, column: number, question: string): boolean {
  const { kind, name } = table.columns[column] ?? { kind: 'text', name: '' };
  return /\b(?:oldest|älteste[nrsm]?)\b/iu.test(question) && (kind === 'date' || SINCE_WHEN.test(name));
}

/** If the question names no column: the only one its superlative can mean, such as a weight for "heaviest". */
export function superlativeColumn(question: string, table: DocumentTable): number | null {
  const kind = SUPERLATIVES.find(
    ([pattern, of]) => of !== null && of !== 'age' && pattern.test(question),
  )?.[1];
  if (!kind) return null;
  const fitting = table.columns.flatMap((column, index) =>
    column.kind === 'number' && isOf(table, index, kind) ? [index] : [],
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** Whole numbers in the first column, none of them twice: the plots of a garden, the rooms of a house. */
export function isNumbering(table: DocumentTable, column: number): boolean {
  const { kind, units } = table.columns[column] ?? { kind: 'text', units: [] };
  if (column !== 0 || kind !== 'number' || units.length > 0) return false;
  const values = table.rows.filter(({ isTotal }) => !isTotal).map(({ cells }) => Number(cells[column]));
  return values.length > 1 && values.every(Number.isInteger) && new Set(values).size === values.length;
}

const CLOCK = /\d{1,2}[:.]\d{2}/u;

/** `16:00-19:00`: what repeats are times, and each row is another shift. */
export function isOfTimes(table: DocumentTable, column: number): boolean {
  return table.rows.every(({ cells, isTotal }) => isTotal || CLOCK.test(cells[column] ?? ''));
}

/** "How much is a keg of stout?", "What does it cost?": the only column of money. */
export function moneyColumn(question: string, table: DocumentTable): number | null {
  if (
    !/\b(?:how much (?:is|are|was|were|do|does|did)|what (?:do|does|did)|was kostet?n?|wie viel kost\p{L}*)\b/iu.test(
      question,
    )
  )
    return null;
  const columns = table.columns.flatMap(({ kind, name }, index) =>
    kind === 'number' && isOf(table, index, 'money') && !NO_PRICE.test(name) ? [index] : [],
  );
  return columns.length === 1 ? (columns[0] ?? null) : null;
}

/** Money that is not what something costs. */
export const NO_PRICE =
  /\b(?:deposits?|discounts?|refunds?|balance|budgets?|kaution|pfand|rabatt|guthaben)\b/iu;

/** What a number measures, judged by its column name and unit. */
const KINDS = {
  money:
    /\b(?:eur|usd|gbp|chf|euros?|dollars?|amounts?|costs?|prices?|budgets?|fees?|totals?|values?|salar(?:y|ies)|spent|spend(?:ing)?|charges?|expenses?|rents?|wages?|betrag|preis|kosten|gehalt|umsatz|revenue|sales)\b|[€$£¥]/iu,
  length:
    /\b(?:days?|hours?|minutes?|weeks?|months?|years?|length|duration|time|period|km|metres?|meters?|dauer|tage)\b/iu,
  height: /\b(?:height|m|cm|metres?|meters?|höhe)\b/iu,
  size: /\b(?:size|area|surface|capacity|volume|m²|qm|ha|hectares?|fläche|volumen|einwohner)\b|größe|m²/iu,
  weight: /\b(?:weight|kg|g|tons?|tonnes?|gewicht)\b/iu,
  strength: /\b(?:abv|alcohol|vol|strength|alkohol\p{L}*|stärke)\b/iu,
  age: /\b(?:age|years?|alter|date|founded|built|jahr)\b/iu,
};
export const MONEY_WORD = /^(?:costs?|cost|paid|pay|price|money|euros?|eur|expenses?|kosten|gekostet)$/iu;
const SUPERLATIVES: [RegExp, keyof typeof KINDS | null][] = [
  [/\b(?:most expensive|cheapest|teuerste\p{L}*|günstigste\p{L}*|billigste\p{L}*)\b/iu, 'money'],
  [/\b(?:longest|shortest|längste\p{L}*|kürzeste\p{L}*)\b/iu, 'length'],
  [/\b(?:größte[rsnm]?|kleinste[rsnm]?)(?!\p{L})/iu, 'size'],
  [/\btallest\b/iu, 'height'],
  [/\b(?:heaviest|lightest)\b/iu, 'weight'],
  [/\b(?:strongest|weakest)\b/iu, 'strength'],
  [
    /\b(?:oldest|newest|latest|earliest|soonest|most recent|zuerst|zuletzt)\b|\b(?:first|last)\P{L}*$/iu,
    'age',
  ],
  [/\b(?:best|worst)\b/iu, null],
];

export function isOf(table: DocumentTable, column: number, kind: keyof typeof KINDS): boolean {
  const { name, units } = table.columns[column] ?? { name: '', units: [] };
  return [name, ...units].some((text) => KINDS[kind].test(text));
}

/** "The longest" does not mean a cost: a column the question does not name must be of the superlative's kind. */
export function fitsSuperlative(
  question: string,
  table: DocumentTable,
  target: number,
  named: readonly Mention[],
): boolean {
  if (named.some(({ column }) => column === target)) return true;
  return SUPERLATIVES.every(
    ([pattern, kind]) => !pattern.test(question) || (kind !== null && isOf(table, target, kind)),
  );
}

/** "Which region …", "who …", "top 3 products …": what the answer should name. */
export function subjectColumn(
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
    if (mention && (table.columns[mention.column]?.kind !== 'number' || isNumbering(table, mention.column)))
      return mention.column;
  }
  const best = BEST.exec(question);
  if (best) {
    const at = words.findIndex((word) => word.start >= best.index + best[0].length);
    const mention = columns.find(({ from }) => from === at || from === at + 1);
    if (mention && (table.columns[mention.column]?.kind === 'text' || isNumbering(table, mention.column)))
      return mention.column;
  }
  if (!/\b(?:who|wer)\b/iu.test(question)) return null;
  const people = table.columns.findIndex(
    ({ kind, name }) =>
      kind === 'text' &&
      /\b(?:name|employee|person|customer|client|author|owner|member|player|rep|salesperson|who)\b/iu.test(
        name,
      ),
  );
  return people === -1 ? null : people;
}

/** "The most expensive treatment", "the highest open claim". */
const BEST = new RegExp(
  OPERATIONS.filter(([, what]) => what === 'maximum' || what === 'minimum')
    .map(([{ source }]) => source)
    .join('|'),
  'iu',
);

/** "per region", "by month", "for each customer". */
export function groupColumn(
  question: string,
  words: readonly QuestionWord[],
  columns: readonly Mention[],
  table: DocumentTable,
): number | null {
  for (const match of question.matchAll(
    /\b(?:per|by|(?:for|in|does|do|did|is|are|was|were|has|have|had) (?:each|every)|of each|pro|je)\s+/giu,
  )) {
    const at = words.findIndex((word) => word.start >= match.index + match[0].length);
    const mention = columns.find(({ from }) => from === at);
    if (mention && table.columns[mention.column]?.kind !== 'number') return mention.column;
  }
  return null;
}

export function afterHowMany(
  question: string,
  words: readonly QuestionWord[],
  mention: Mention,
  table: DocumentTable,
): boolean {
  const match =
    /\b(?:how many|number of|count of|wie vielen?|anzahl(?: der)?)\s+(?:(?:different|distinct|unique|of the|the|verschiedenen?)\s+)*/iu.exec(
      question,
    );
  const at = match ? words.findIndex((word) => word.start >= match.index + match[0].length) : -1;
  if (mention.from === at) return true;
  // "How many staff were on duty" names the column "Staff on duty" in two parts.
  const word = words[at];
  return word !== undefined && word.taken === null && namesOf(table, mention.column).has(word.stem);
}

/** The stems of a column's name. */
export function namesOf(table: DocumentTable, column: number): Set<string> {
  return new Set(questionWords(table.columns[column]?.name ?? '').map(({ stem }) => stem));
}

/** "How many chisels did we sell?" asks for their quantity if the table has one, not for rows. */
export function tradedColumn(
  question: string,
  table: DocumentTable,
  values: readonly Mention[],
  words: readonly QuestionWord[],
): number | null {
  const thing = values.find((mention) => afterHowMany(question, words, mention, table));
  const rest = question.slice(words[(thing?.to ?? 0) - 1]?.end ?? 0);
  const trade = TRADED.exec(rest);
  const quantities = table.columns.flatMap(({ kind, name }, index) =>
    kind === 'number' && QUANTITY.test(name) ? [index] : [],
  );
  if (!thing || !trade || quantities.length !== 1) return null;
  mark(words, question.length - rest.length, trade[0].length, 'operation');
  return quantities[0] ?? null;
}

/** Figures that say how much for one of a thing, or what share: rows cannot be added. */
const RATE =
  /%|\b(?:prices?|rates?|tariffs?|preise?|percent\p{L}*|prozent\p{L}*|abv|alcohol|strength|temperatures?|temperatur\p{L}*|grades?|ratings?|scores?)\b/iu;

export function isRate(table: DocumentTable, column: number): boolean {
  const { name, units } = table.columns[column] ?? { name: '', units: [] };
  return [name, ...units].some((text) => RATE.test(text));
}

export function repeats(table: DocumentTable, column: number): boolean {
  const values = table.rows.flatMap(({ cells, isTotal }) =>
    isTotal || isMarkedBlank(cells[column]) ? [] : [cells[column]],
  );
  return new Set(values).size < values.length;
}

/** A dash or "n/a". Empty cells may belong to the name above them. */
const isMarkedBlank = (cell: string | undefined) => cell !== undefined && cell !== '' && isBlank(cell);

/** Whether somebody wrote a dash or "n/a" into a column. */
export function hasMarkedBlanks(table: DocumentTable, column: number): boolean {
  return table.rows.some(({ cells, isTotal }) => !isTotal && isMarkedBlank(cells[column]));
}
