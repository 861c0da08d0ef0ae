import { termsLike, readTokens } from '@ibid/core/internal';
import { plainWords } from './about-names.js';
import { askedKind, holdsKind } from './asked-kind.js';
import { asksPay, isInOtherWords } from './asked-otherwise.js';
import { askedSubject, askedThings } from './asked-things.js';
import { countAsked, NUMBER } from './count-asked.js';

/** A quoted sentence and its surroundings. */
export interface QuotedSentence {
  text: string;
  /** For a row: its column names. */
  columns?: string | undefined;
  isRow: boolean;
  /** Words of the sentence and the one before it, and of title, path and heading. */
  words: ReadonlySet<string>;
  placeWords: ReadonlySet<string>;
}

const LENGTH =
  'mm|cm|m|km|millimet(?:re|er)s?|centimet(?:re|er)s?|met(?:re|er)s?|kilomet(?:re|er)s?|ft|feet|foot|inch(?:es)?|yards?|miles?|nautical miles?';
const TIME =
  'seconds?|minutes?|mins?|hours?|h|days?|nights?|weeks?|months?|quarters?|terms?|years?|decades?|centur(?:y|ies)|shifts?|semesters?';
const withUnit = (units: string) =>
  new RegExp(String.raw`${NUMBER}[\s-]*(?:\p{L}+\s+)?(?:${units})(?![\p{L}\p{N}²³/])`, 'iu');
const SQUARE = /\b(?:square|cubic)\s+\p{L}+/giu;

interface Measure {
  /** Matches a text that states the measure. */
  said: RegExp;
  /** Matches a column heading for it. */
  column: RegExp;
}

const UNTIL =
  /\b(?:until|till|as long as|permanent\p{L}*|unlimited|indefinite\p{L}*|for life|forever|throughout|from .+ to|duration|lasts?|length)\b|\b\d{1,2}:\d\d\b/iu;
const either = (...patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'iu');

/** "How old" and similar: only a text with such a measure can answer. */
const MEASURES: Readonly<Record<string, Measure>> = {
  long: {
    said: either(withUnit(`${LENGTH}|${TIME}`), UNTIL),
    column: /\b(?:long|length|duration|term|period|time)\b/iu,
  },
  wide: { said: either(withUnit(LENGTH), /\bwidth\b/u), column: /\b(?:wide|width|mm|cm|m)\b/iu },
  tall: { said: either(withUnit(LENGTH), /\bheight\b/u), column: /\b(?:tall|height|mm|cm|m)\b/iu },
  thick: { said: either(withUnit(LENGTH), /\bthickness\b/u), column: /\b(?:thick\p{L}*|mm|cm|m)\b/iu },
  deep: { said: either(withUnit(LENGTH), /\bdepth\b/u), column: /\b(?:deep|depth|mm|cm|m)\b/iu },
  old: {
    said: either(
      withUnit(String.raw`(?:years?|months?|weeks?|days?)(?:[\s-]+old\b|\s+of age\b)`),
      /\b(?:aged?|born|founded|built|opened|laid|installed|erected|dates? (?:from|back)|since|original)\b/iu,
      /^\D*\d+(?:\s+years)?\W*$/iu,
    ),
    column: /\b(?:age|born|birth\p{L}*|built|founded|since|year)\b/iu,
  },
  heavy: {
    said: either(withUnit('g|kg|t|kilos?|(?:kilo)?grams?|tonnes?|tons?|lbs?|pounds'), /\bweigh\p{L}*/iu),
    column: /\b(?:weigh\p{L}*|heavy|kg|g|t|tonnes?)\b/iu,
  },
};
const ASKS_MEASURE = /\bhow (?<measure>long|wide|tall|thick|deep|old|heavy)\b(?<static>\s+(?:is|are)\b)?/iu;

/**
 * A test whether a text has the measure asked for: metres for "how deep", kilos for "how heavy". Null if any number may
 * answer.
 */
export function measureAsked(question: string): ((text: string) => boolean) | null {
  const named = NAMED_MEASURES.find(({ asked }) => asked.test(question));
  if (named) return (text) => named.said.test(text);
  const name = /^\P{L}*how (wide|tall|thick|deep|heavy)\b/iu.exec(question)?.[1]?.toLowerCase() ?? '';
  const measure = MEASURES[name];
  return measure ? (text) => measure.said.test(text) : null;
}

/** Only a number can answer these. "How often" and "how long" may be answered without one. */
const ASKS_FIGURE = /^\P{L}*how (?:many|high|tall|deep|wide|thick|heavy|big|large|old)\b/iu;
const ASKS_YEAR = /\b(?:which|what) year\b/iu;
const YEAR = /(?<![\d.,])(?:1[0-9]|20)\d\d(?![\d,])/u;

const ASKS_MONEY =
  /\b(?:how much\s+(?:(?:does|do|did|would|will|is|was|has|have|had|can|could|should|must)\b.*\b(?:cost|earn|charge|ask|quote|demand|pay|paid|cost\s+(?:a|per)\s+\p{L}+))|what\s+(?:does|do|did|would|will)\b.*\bcost|was\s+(?:kostet|kosten|kostete)|wie\s+(?:viel\s+kostet|teuer))\b/iu;
const MONEY =
  /[£$€¥]|\b(?:EUR|GBP|USD|CHF)\b|\d\s*(?:euros?|pounds?|dollars?|pence|cents?|francs?|franken|p\b)|\b(?:kostenlos|kostenfrei|umsonst|free(?: of charge)?|no charge|nothing|per cent|percent|unpaid|at (?:its|their|his|her|our) own cost)\b|%/iu;
const PRICE = /(?<![\d.,])\d+[.,]\d\d(?![\d.,])/u;
const MONEY_COLUMN =
  /\b(?:costs?|prices?|fees?|amount|total|sum|value|paid|pay|charge|premium|rent|salary|wage|budget|preise?|kosten|betrag|gebühr|gebühren|miete|summe|EUR|GBP|USD|CHF)\b|[£$€]/iu;

/**
 * Whether no sentence says what the question asks about a thing: a duration for "how long", money for a cost, a count
 * of what is counted, or the thing asked for. A sentence with the right name and some number is close to the question
 * but does not answer it.
 */
export function lackFocus(question: string, sentences: readonly QuotedSentence[]): boolean {
  const asked = question.replaceAll(/\s+/gu, ' ');
  return [lackMeasure, lackMoney, lackCount, lackComparison, lackThing, lackSubject].some((lacks) =>
    lacks(asked, sentences),
  );
}

const ASKS_WHEN = /^\P{L}*when\s+(?:do|does|did|will|is|was|are|were|has|have)\b/iu;
/** Words that say when without a date. */
const TELLS_WHEN =
  /\d|\b(?:when|whenever|if|after|before|once|until|till|since|as soon|every|each|during|while|annual\p{L}*|yearly|daily|weekly|monthly|today|tomorrow|yesterday|now|immediately|at once|latest|within|hours?|days?|weeks?|months?|years?|spring|summer|autumn|winter|mornings?|evenings?|nights?|noon|midnight|easter|christmas|holidays?|ago|later|soon|dawn|dusk|january|february|march|april|may|june|july|august|september|october|november|december|century)\b/iu;

function lackMeasure(question: string, sentences: readonly QuotedSentence[]): boolean {
  if (ASKS_WHEN.test(question) && sentences.every(({ text }) => !TELLS_WHEN.test(text))) return true;
  if (ASKS_YEAR.test(question)) return sentences.every(({ text }) => !YEAR.test(text));
  if (ASKS_FIGURE.test(question) && !sentences.some(({ text }) => holdsKind(text, 'number'))) return true;
  const groups = ASKS_MEASURE.exec(question)?.groups;
  const measure = MEASURES[groups?.['measure']?.toLowerCase() ?? ''];
  if (!measure) return false;
  return sentences.every(({ text, columns }) => {
    if (columns !== undefined && measure.column.test(columns)) return false;
    // `Hours` says how long somebody worked, not how long a bridge is.
    if (
      columns !== undefined &&
      groups?.['static'] === undefined &&
      /\b(?:hours|days|weeks)\b/iu.test(columns)
    )
      return false;
    return !measure.said.test(text.replaceAll(SQUARE, ' '));
  });
}

function lackMoney(question: string, sentences: readonly QuotedSentence[]): boolean {
  const isTold = moneyAsked(question);
  return isTold !== null && !sentences.some(isTold);
}

/** A test whether a sentence states an amount of money, if the question asks for one; null for other questions. */
export function moneyAsked(question: string): ((sentence: QuotedSentence) => boolean) | null {
  if (asksPay(question)) return (sentence) => tellsMoney(sentence) && tellsPay(sentence);
  return ASKS_MONEY.test(question) ? tellsMoney : null;
}

/** The price of what somebody keeps is not pay. */
const OF_PAY =
  /\b(?:earn\p{L}*|salar\p{L}*|wages?|pay(?:s|ment)?|paid|stipends?|remuneration|honorari\p{L}*|fees?|receiv\p{L}*|gets?|compensation|rates?|gross|net|verdien\p{L}*|gehalt|lohn|honorar|vergütung|bekommt|erhält)\b/iu;

function tellsPay({ text, columns = '', placeWords }: QuotedSentence): boolean {
  return OF_PAY.test(text) || OF_PAY.test(columns) || [...placeWords].some((word) => OF_PAY.test(word));
}

function tellsMoney({ text, columns, isRow, placeWords }: QuotedSentence): boolean {
  if (MONEY.test(text) || (isRow && PRICE.test(text))) return true;
  if (columns === undefined || !/\d/u.test(text)) return false;
  if (MONEY_COLUMN.test(columns)) return true;
  // The columns of a price list are often named after the payers. Years and voyage numbers are not amounts.
  const hasSum = text.split('|').some((cell) => SUM.test(cell) && !YEAR_ALONE.test(cell));
  return hasSum && [...placeWords].some((word) => MONEY_COLUMN.test(word));
}

const SUM = /^\s*\d[\d.,]*\s*$/u;
const YEAR_ALONE = /^\s*(?:19|20)\d\d\s*$/u;

const ASKS_MOST =
  /^\P{L}*(?:which|who|what)\b.*\b(?:\p{L}{3,}(?:iest|gest|test|best|rest|nest|west|dest|pest|kest|vest|hest)|most|least|fewest)\b/iu;

/** A single row does not show that no other one is heavier. */
function lackComparison(question: string, sentences: readonly QuotedSentence[]): boolean {
  const most = ASKS_MOST.exec(question)?.[0].split(/\s+/u).at(-1)?.toLowerCase();
  return (
    most !== undefined && sentences.every(({ isRow, text }) => isRow && !text.toLowerCase().includes(most))
  );
}

function lackCount(question: string, sentences: readonly QuotedSentence[]): boolean {
  const count = countAsked(question);
  return count !== null && !count.isLoose && sentences.every((sentence) => !count.isTold(sentence));
}

const termsOf = (word: string) => readTokens(word).map(({ term }) => term);

/** Asks who somebody is, how much of something, or for a specific amount: `the fuel cost`. */
const ASKS_FOR_THING =
  /^\P{L}*(?:who(?:se|m)?\s+(?:is|was|are|were)|how much|what\s+(?:is|was|are|were)|which|what)\b/iu;
const NAMED_MEASURES = [
  {
    asked: /^\P{L}*what (?:load|weight)\b/iu,
    said: withUnit('kg|t|kilos?|(?:kilo)?grams?|tonnes?|tons?|lbs?|pounds'),
  },
  { asked: /^\P{L}*what (?:depth|width|height|length|distance|diameter)\b/iu, said: withUnit(LENGTH) },
  { asked: /^\P{L}*what speed\b/iu, said: withUnit('knots?|kn|km/h|mph|m/s') },
  { asked: /^\P{L}*what temperature\b/iu, said: withUnit('°\\s?[CF]|degrees') },
];
const ROOT = 5;
const SHORTEST = 4;

/** A thing asked for that is neither in a sentence nor around it. */
function lackThing(question: string, sentences: readonly QuotedSentence[]): boolean {
  if (!ASKS_FOR_THING.test(question)) return false;
  const measure = NAMED_MEASURES.find(({ asked }) => asked.test(question));
  // `5 t` answers "What load may it lift?" without the word.
  if (measure && sentences.some(({ text }) => measure.said.test(text))) return false;
  return askedThings(question, SHORTEST).some((thing) =>
    sentences.every((sentence) => !holds(sentence, thing.word)),
  );
}

/**
 * The figure or date of somebody else: no sentence that has one is about the person asked about, in its own words, in
 * those before it that a pronoun refers to, or in its heading or title.
 */
function lackSubject(question: string, sentences: readonly QuotedSentence[]): boolean {
  const subject = askedSubject(question);
  if (subject === null) return false;
  const kind = askedKind(question) === 'date' ? 'date' : 'number';
  const told = sentences.filter(({ text }) => holdsKind(text, kind));
  return told.length > 0 && told.every((sentence) => !holds(asSubject(sentence), subject));
}

/** Continues with the subject of the sentence before: `He is paid …`, `The fee is …`. */
const GOES_ON =
  /\b(?:it|its|they|their|them|he|she|his|her|him|this|these|those|that|both|each|er|sie|es|ihr\p{L}*|sein\p{L}*|diese\p{L}*)\b|^(?:the|der|die|das)\s+(?:\p{Ll}+\s+)?(?:costs?|prices?|fees?|pay|salary|wage|rent|charge|amount|total|sum|term|period|notice|length|work|job)\b/iu;

/** A row is about its name, or about what fills a cell, not about what a note mentions. */
function asSubject(sentence: QuotedSentence): QuotedSentence {
  if (sentence.columns === undefined)
    return GOES_ON.test(sentence.text)
      ? sentence
      : { ...sentence, words: new Set(plainWords(sentence.text)) };
  const cells = sentence.text.split('|').map(plainWords);
  const named = cells.findIndex((words) => words.some((word) => /\p{L}{2}/u.test(word)));
  return {
    ...sentence,
    words: new Set(cells.flatMap((words, at) => (at === named ? words : words.slice(-1)))),
  };
}

function holds({ words: own, placeWords, columns }: QuotedSentence, word: string): boolean {
  const held = [...own, ...placeWords, ...plainWords(columns ?? '')];
  const parts = plainWords(word);
  const like = new Set(parts.flatMap(termsOf).flatMap((term) => [term, ...termsLike(term)]));
  const words = new Set(held);
  return (
    parts.some((part) => isInOtherWords(part, words)) ||
    held.some(
      (other) =>
        parts.some((part) => areOfOneRoot(part, other)) || termsOf(other).some((term) => like.has(term)),
    )
  );
}

/** `reinige` and `Reinigung`, in any language: the analyser knows that of a question only if it is long enough. */
export function areOfOneRoot(one: string, other: string): boolean {
  const root = (word: string) => word.slice(0, Math.max(ROOT, word.length - 4));
  if (one.length < ROOT || other.length < ROOT) return one === other;
  return other.startsWith(root(one)) || one.startsWith(root(other)) || one.includes(other);
}
