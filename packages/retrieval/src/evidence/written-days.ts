import type { TextAmount } from '@ibid/core/internal';
import { dayIn } from '../parse/written-dates.js';
import type { EvidenceSentence } from './evidence-document.js';

/** A date as a sentence writes it, or a range of days written as one: `3–5 March 2026`. */
export interface WrittenDay {
  start: number;
  end: number;
  /** `2013-03-12`, `2013-03` or `2013`. */
  first: string;
  /** For a range: its end. */
  last: string | null;
  /** Why the value may be another day. */
  doubt: string | null;
}

const TO = /^\s*(?:[-–—]|to|until|and|&|bis|und)\s*(?:the\s+|den\s+|zum\s+)?$/iu;
/** `vom 3. bis 5. März 2026`, `on 3 and 5 March 2026` */
const DAY_BEFORE =
  /(?<![\p{L}\d.,/-])(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:[-–—]|to|and|&|bis(?:\s+zum)?|und)\s*(?:the\s+)?$/iu;
/** `03/04/2026`: the month or the day comes first. */
const SLASHED = /(?<one>\d{1,2})\/(?<other>\d{1,2})\/$/u;
const ALL_SLASHED = /(?<!\d)(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/gu;
/** `3-Mar-2026` */
const HYPHENED = /(?<day>\d{1,2})-(?<month>\p{L}{3,9})-$/u;
const HIGHEST_MONTH = 12;

/** The dates of a sentence. A date without a year counts only at the start of a range, since it cannot be compared. */
export function writtenDays(sentence: EvidenceSentence): WrittenDay[] {
  const { text, tokens } = sentence;
  const days: WrittenDay[] = [];
  const dated = tokens.filter(({ amount }) => amount?.date !== undefined);
  for (const [place, { start, end, amount }] of dated.entries()) {
    const next = dated[place + 1];
    if (!/\d{4}/u.test(text.slice(start, end)) && next && TO.test(text.slice(end, next.start))) continue;
    const last = amount ? isoDate(amount) : null;
    if (last === null) continue;
    const whole = wholeDay(sentence, start, last);
    const before = dated[place - 1];
    const joins =
      before &&
      !/\d{4}/u.test(text.slice(before.start, before.end)) &&
      TO.test(text.slice(before.end, start));
    const first = joins && before.amount ? isoDate(before.amount, amount) : null;
    const earlier = earlierDay(text.slice(0, start), last);
    if (joins && first !== null) days.push({ start: before.start, end, first, last, doubt: null });
    else if (earlier) days.push({ ...earlier, end, last, doubt: null });
    else days.push({ start: whole.start, end, first: whole.value, last: null, doubt: whole.doubt });
  }
  return days;
}

/** The first day of a range that gives its month only at the end. */
function earlierDay(before: string, last: string): { start: number; first: string } | null {
  const found = DAY_BEFORE.exec(before);
  const day = (found?.groups?.['day'] ?? '').padStart(2, '0');
  if (!found || last.length < 10 || day >= last.slice(8)) return null;
  return { start: found.index, first: `${last.slice(0, 8)}${day}` };
}

/** Of a date that was read as a year only: the day before it. */
function wholeDay(
  { text, chunk }: EvidenceSentence,
  start: number,
  value: string,
): { start: number; value: string; doubt: string | null } {
  const before = text.slice(0, start);
  const hyphened = value.length === 4 ? HYPHENED.exec(before) : null;
  const named = hyphened && dayIn({ year: value, ...hyphened.groups });
  if (hyphened && named) return { start: hyphened.index, value: named, doubt: null };
  const slashed = value.length === 4 ? SLASHED.exec(before) : null;
  const { one = '', other = '' } = slashed?.groups ?? {};
  const isMonthFirst = slashed !== null && monthFirst(chunk.text ?? '') === true;
  const [day, number] = isMonthFirst ? [other, one] : [one, other];
  const whole = slashed && dayIn({ year: value, number, day });
  if (!slashed || !whole) return { start, value, doubt: null };
  const isSure = one === other || monthFirst(chunk.text ?? '') !== null;
  const doubt = isSure ? null : `“${one}/${other}/${value}” may have the day or the month first.`;
  return { start: slashed.index, value: whole, doubt };
}

/** How the text writes other dates: null if none of them shows it, or they differ. */
function monthFirst(text: string): boolean | null {
  const all = [...text.matchAll(ALL_SLASHED)];
  const isDay = (part: string | undefined) => Number(part) > HIGHEST_MONTH;
  const [days, months] = [all.some(([, one]) => isDay(one)), all.some(([, , other]) => isDay(other))];
  return days === months ? null : months;
}

/** Null without a year, which the end of a range gives to its start. */
function isoDate({ date }: TextAmount, end?: TextAmount | null): string | null {
  const year = date?.year ?? end?.date?.year;
  if (date === undefined || year === undefined) return null;
  const parts = [String(year), date.month, date.month === undefined ? undefined : date.day];
  return parts
    .filter((part) => part !== undefined)
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
