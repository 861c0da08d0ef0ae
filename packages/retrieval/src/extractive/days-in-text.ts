import { MONTHS } from './named-times.js';

/** A day as a text names it. */
export interface Day {
  day: number;
  month: number;
  year: number | null;
  /** As written. */
  text: string;
}

const MONTH = [...MONTHS.keys()].join('|');
const DAY = new RegExp(
  String.raw`(?<iso>\d{4})-(?<number>\d\d)-(?<isoDay>\d\d)|(?<![\d.])(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?<month>${MONTH})\b\.?(?:,?\s+(?<year>\d{4}))?|\b(?<first>${MONTH})\s+(?<after>\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,?\s+(?<last>\d{4}))?`,
  'giu',
);

/** The days in a text: 4 May 2026, May 4, 2026-05-04. */
export function daysIn(text: string): Day[] {
  return [...text.matchAll(DAY)].map(({ 0: found, groups = {} }) => {
    const { iso, number, isoDay, day, month, year, first, after, last } = groups;
    if (iso !== undefined)
      return { day: Number(isoDay), month: Number(number), year: Number(iso), text: found };
    const named = MONTHS.get((month ?? first ?? '').toLowerCase()) ?? 0;
    const written = year ?? last;
    return {
      day: Number(day ?? after),
      month: named,
      year: written === undefined ? null : Number(written),
      text: found,
    };
  });
}

/** Whether a text names a day that a question names. */
export function isOnDay(question: string, value: string): boolean {
  const asked = daysIn(question);
  return daysIn(value).some((one) =>
    asked.some(
      (other) =>
        one.day === other.day &&
        one.month === other.month &&
        (one.year === null || other.year === null || one.year === other.year),
    ),
  );
}
