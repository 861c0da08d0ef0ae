import { compareAmounts, isYear, type Amount } from '../verify/amount.js';
import { frequenciesIn } from './frequency.js';
import type { TokenRun } from '../verify/token-run.js';
import { isPreposition, isVerbAt } from '../verify/verbs.js';
import { isSameCurrency } from '../verify/units.js';

/** A figure, date or time of a statement: one amount, or the two ends of a range. */
export interface Quantity {
  kind: string;
  low: Amount;
  /** The same as `low` if it is not a range. */
  high: Amount;
  /** Half a unit of the last written digit: `4.7 million` may be 4.68. */
  step: number;
  /** The words that follow, which name what is counted. */
  counted: string[];
  /** `8 to 4`, of votes or goals: two figures that are compared one by one, not a range. */
  isScore?: true;
  /** It identifies something and measures nothing: `Room 12`, `week 14`. */
  isLabel: boolean;
  /** Indexes of its tokens. */
  first: number;
  last: number;
}

const BETWEEN = /^\s*(?:-|–|—|(?:votes?\s+)?to|or|and|bis|oder|und|à)\s*$/i;
const WITH_YEAR = new Set(
  'in of since until till by from to after before during between through around about im seit bis von ab vor nach en depuis desde'.split(
    ' ',
  ),
);
const SAID = new Set('wurde war in'.split(' '));
const LABELS = new Set(
  'room bus line route week day pump gate table figure page section chapter article version building unit step level platform number no nr form annex part clause rule item case volume floor block zone phase zimmer woche seite kapitel artikel linie'.split(
    ' ',
  ),
);
const DAYS_OF_MONTH = 30.44;
const SECONDS_OF_DAY = 86_400;
/** Months vary in length. */
const MONTH_TOLERANCE = 0.03;

/** A figure said to be rounded may be this far off. */
const ABOUT = 0.05;

/** The figures of a statement, in order; a year on its own is a date. */
export function quantitiesOf(run: TokenRun, text: string): Quantity[] {
  const found: Quantity[] = [];
  const often = run.isGerman ? [] : frequenciesOf(run, text);
  for (let at = 0; at < run.tokens.length; at++) {
    const token = run.tokens[at];
    const frequency = often.find(({ first, last }) => at >= first && at <= last);
    if (frequency?.first === at) found.push(frequency);
    if (!token?.amount || frequency) continue;
    const amount = asDate(run, at, token.amount);
    const quantity: Quantity = {
      kind: kindOf(amount),
      low: amount,
      high: amount,
      step: stepOf(text.slice(token.start, token.end), amount),
      counted: countedBy(run, at),
      isLabel: isLabel(run, at, amount),
      first: at,
      last: at,
    };
    const before = found.at(-1);
    if (before && endsRange(run, text, before, quantity)) {
      if (before.kind === '' && before.low.value > amount.value) before.isScore = true;
      before.high = amount;
      before.last = at;
      before.counted = quantity.counted;
    } else found.push(quantity);
  }
  return found;
}

/** `twice a year` is one figure, whatever its words mean alone. */
function frequenciesOf(run: TokenRun, text: string): Quantity[] {
  return frequenciesIn(text).flatMap(({ timesPerYear, start, end }) => {
    const places = run.tokens.flatMap((token, at) => (token.start >= start && token.end <= end ? [at] : []));
    const [first, last] = [places[0], places.at(-1)];
    if (first === undefined || last === undefined) return [];
    const amount: Amount = {
      value: timesPerYear,
      kind: 'frequency',
      written: timesPerYear,
    };
    return [
      { kind: 'frequency', low: amount, high: amount, step: 0, counted: [], isLabel: false, first, last },
    ];
  });
}

function asDate(run: TokenRun, at: number, amount: Amount): Amount {
  if (amount.kind !== '' || !isYear(amount.value) || /\D/.test(run.written(at))) return amount;
  const before = run.word(at - 1);
  const isTime = WITH_YEAR.has(before) || SAID.has(before) || countedBy(run, at).length === 0;
  return isTime ? { ...amount, kind: 'date', date: { year: amount.value } } : amount;
}

/** Months are also compared with days. */
function kindOf({ kind, date }: Amount): string {
  if (date) return 'date';
  return kind === 'months' ? 'time' : kind;
}

function isLabel(run: TokenRun, at: number, { kind }: Amount): boolean {
  if (kind !== '') return false;
  const before = run.tokens[at - 1];
  const isBeside = before !== undefined && run.tokens[at]?.start === before.end + 1;
  return isBeside && !run.isGerman && (before.kind === 'name' || LABELS.has(run.word(at - 1)));
}

function countedBy(run: TokenRun, index: number): string[] {
  const found: string[] = [];
  for (let at = index + 1; at <= index + 3 && run.isSameClause(at, index); at++) {
    if (isVerbAt(run, at) || isPreposition(run.word(at))) break;
    if (run.isContent(at) && !run.tokens[at]?.amount) found.push(run.term(at));
  }
  return found;
}

function endsRange(run: TokenRun, text: string, one: Quantity, other: Quantity): boolean {
  if (one.kind !== other.kind || one.last !== one.first) return false;
  const [left, right] = [run.tokens[one.last], run.tokens[other.first]];
  return left !== undefined && right !== undefined && BETWEEN.test(text.slice(left.end, right.start));
}

function stepOf(written: string, { value, kind, date }: Amount): number {
  if (date || kind === 'clock' || kind === 'ordinal') return 0;
  const digits = /\d[\d.,'’ ]*/.exec(written)?.[0].trim() ?? '';
  const decimals = /[.,](\d{1,2})$/.exec(digits)?.[1]?.length ?? 0;
  const plain = Number(digits.replaceAll(/[,'’ ](?=\d{3})/g, '').replace(',', '.'));
  if (!Number.isFinite(plain) || plain === 0) return 0;
  return Math.abs(value / plain) * 10 ** -decimals;
}

export type QuantityAgreement = 'same' | 'other' | 'incomparable';

/** Whether two sources can both be right about it: equal, rounded, or one within the other. */
export function compareQuantities(one: Quantity, other: Quantity): QuantityAgreement {
  if (one.kind !== other.kind) return 'incomparable';
  if (one.kind === 'frequency') {
    const [often, rare] = [one.low.value, other.low.value].toSorted((left, right) => right - left);
    return (often ?? 0) <= (rare ?? 0) * (1 + MONTH_TOLERANCE) ? 'same' : 'other';
  }
  if (one.isScore || other.isScore) {
    if (one.isScore !== other.isScore) return 'incomparable';
    return one.low.value === other.low.value && one.high.value === other.high.value ? 'same' : 'other';
  }
  if (isRange(one) || isRange(other)) return isWithinRange(one, other) ? 'same' : 'other';
  const ways = [compareAmounts(one.low, other.low), compareAmounts(other.low, one.low)];
  if (ways.includes('same')) return hasOtherBound(one, other) ? 'other' : 'same';
  if (one.kind === 'date') return ways.includes('other') ? 'other' : 'incomparable';
  if (!isSameCurrency(one.low.currency, other.low.currency)) return 'incomparable';
  if (one.kind === '' && !isSameThing(one, other)) return 'incomparable';
  const [left, right] = [valueOf(one.low), valueOf(other.low)];
  const difference = Math.abs(left - right);
  const isMixed = one.low.kind !== other.low.kind;
  if (isMixed && difference <= MONTH_TOLERANCE * Math.max(left, right)) return 'same';
  const isAbout = one.low.isAbout === true || other.low.isAbout === true;
  if (isAbout && difference <= ABOUT * Math.max(left, right)) return 'same';
  if (one.step !== other.step && difference <= Math.max(one.step, other.step) / 2) return 'same';
  return isBounded(one, other) || isBounded(other, one) ? 'same' : 'other';
}

const isRange = ({ low, high }: Quantity) => low !== high;

/** Counts of different things do not conflict. */
function isSameThing(one: Quantity, other: Quantity): boolean {
  if (one.counted.length === 0 || other.counted.length === 0)
    return one.counted.length === other.counted.length || one.isLabel === other.isLabel;
  return one.counted.some((term) => other.counted.includes(term));
}

function isWithinRange(one: Quantity, other: Quantity): boolean {
  const [first, second] = [endsOf(one), endsOf(other)];
  const contains = (outer: readonly number[], inner: readonly number[]) =>
    (outer[0] ?? 0) <= (inner[0] ?? 0) && (outer[1] ?? 0) >= (inner[1] ?? 0);
  return contains(first, second) || contains(second, first);
}

const endsOf = ({ low, high }: Quantity) =>
  [valueOf(low), valueOf(high)].toSorted((one, other) => one - other);

/** One sets a limit, and the other is within it. */
function isBounded(one: Quantity, other: Quantity): boolean {
  const { bound } = one.low;
  if (bound === undefined || other.low.bound !== undefined) return false;
  const [limit, value] = [valueOf(one.low), valueOf(other.low)];
  return bound.startsWith('>') ? value >= limit : value <= limit;
}

/** `at least 8` against `at most 8`. */
function hasOtherBound(one: Quantity, other: Quantity): boolean {
  const [left, right] = [one.low.bound, other.low.bound];
  return left !== undefined && right !== undefined && left.charAt(0) !== right.charAt(0);
}

function valueOf({ value, kind, date }: Amount): number {
  if (date) return (date.year ?? 0) * 372 + ((date.month ?? 1) - 1) * 31 + (date.day ?? 1);
  return kind === 'months' ? value * DAYS_OF_MONTH * SECONDS_OF_DAY : value;
}
