import { isSameCurrency } from './units.js';

/** A number with its unit: `4.2 million pounds`, `14 March 1962`, `7 pm`, `at least 30`, or just `12`. */
export interface Amount {
  /** What it can be compared with: `length`, `money`, `date`, `clock`; empty for a bare number. */
  kind: string;
  /** In the base unit of its kind; for a clock, minutes. */
  value: number;
  /** The number itself, without its unit. */
  written: number;
  currency?: string;
  date?: { year?: number; month?: number; day?: number };
  bound?: '<' | '<=' | '>' | '>=';
  /** A whole decade: `the 1970s`. */
  isDecade?: boolean;
  /** Stated as rounded: `about`, `nearly`. */
  isAbout?: boolean;
  /** Written in words: `a third`. If rounded, it may be further off than digits. */
  isFraction?: true;
}

export const isYear = (value: number) => Number.isInteger(value) && value >= 1000 && value <= 2199;

export const dateAmount = (date: NonNullable<Amount['date']>): Amount => ({
  kind: 'date',
  value: date.year ?? 0,
  written: date.day ?? date.year ?? 0,
  date,
});

/** A key that equal amounts share. */
export function termOfAmount({ kind, value, currency, date, isDecade }: Amount): string {
  if (date)
    return `${isDecade === true ? 'decade' : ''}@${date.year ?? ''}-${date.month ?? ''}-${date.day ?? ''}`;
  const number = String(Number(value.toPrecision(10)));
  return kind === '' ? number : `${kind}=${currency ?? ''}${number}`;
}

/** How an amount of a source compares with one of a claim. */
export type Agreement = 'same' | 'unitless' | 'other' | 'incomparable';

/** `other`: the same kind, but different; `unitless`: the number is there without its unit. */
export function compareAmounts(claim: Amount, source: Amount): Agreement {
  if (claim.date || source.date) return compareDates(claim, source);
  if (claim.kind === source.kind) {
    if (!isSameCurrency(claim.currency, source.currency)) return 'other';
    if (claim.kind === '' && isYear(claim.value) !== isYear(source.value) && claim.value !== source.value)
      return 'incomparable';
    return isNear(claim, source.value) || isWithin(claim, source) ? 'same' : 'other';
  }
  if (claim.kind === '')
    return isNear({ ...claim, value: claim.written }, source.written) ? 'same' : 'incomparable';
  if (source.kind === '')
    return isNear({ ...claim, value: claim.written }, source.written) ? 'unitless' : 'incomparable';
  // The same number with another kind of unit suggests a wrong unit.
  return claim.written === source.written && claim.written > 1 ? 'other' : 'incomparable';
}

function compareDates(claim: Amount, source: Amount): Agreement {
  const asked = claim.date ?? (claim.kind === '' && isYear(claim.value) ? { year: claim.value } : null);
  const given = source.date ?? (source.kind === '' && isYear(source.value) ? { year: source.value } : null);
  if (!asked || !given) return 'incomparable';
  let isMissing = false;
  for (const field of ['year', 'month', 'day'] as const) {
    if (asked[field] === undefined) continue;
    if (given[field] === undefined) isMissing = true;
    else if (
      field === 'year' &&
      (claim.isDecade === true || (source.isDecade === true && claim.isDecade !== undefined))
        ? decadeOf(given.year) !== decadeOf(asked.year)
        : given[field] !== asked[field]
    )
      return 'other';
  }
  return isMissing ? 'incomparable' : 'same';
}

const decadeOf = (year: number | undefined) => Math.floor((year ?? 0) / 10);

/**
 * Equal, or close enough if stated as rounded: half a unit of the last written digit, and at most a twentieth; for
 * fractions, a tenth.
 */
function isNear({ value, written, isAbout, isFraction }: Amount, found: number): boolean {
  const difference = Math.abs(value - found);
  if (difference <= 1e-9 * Math.max(Math.abs(value), Math.abs(found))) return true;
  if (isAbout !== true || !Number.isFinite(value) || value === 0 || written === 0) return false;
  if (isFraction === true) return difference <= Math.abs(value) / 10;
  let place = 10 ** Math.floor(Math.log10(Math.abs(written)));
  while (place > 1e-6 && Math.abs(written / place - Math.round(written / place)) > 1e-9) place /= 10;
  return difference <= Math.min((place * Math.abs(value / written)) / 2, Math.abs(value) / 20);
}

/** `more than 48,000` if the source counts 48,730: true if they differ by at most a quarter. */
function isWithin({ value, bound }: Amount, { value: found, bound: own }: Amount): boolean {
  if (bound === undefined || own !== undefined || value <= 0) return false;
  const ratio = found / value;
  return bound.startsWith('>') ? ratio > 1 && ratio <= 1.25 : ratio < 1 && ratio >= 0.75;
}

/** Whether two bounds agree, are opposite, or only one side has one. */
export function compareBounds(claim: Amount, source: Amount): 'same' | 'opposite' | 'missing' {
  if (claim.bound === undefined && source.bound === undefined) return 'same';
  if (claim.bound !== undefined && source.bound !== undefined)
    return claim.bound.charAt(0) === source.bound.charAt(0) ? 'same' : 'opposite';
  return claim.bound !== undefined && isWithin(claim, source) ? 'same' : 'missing';
}
