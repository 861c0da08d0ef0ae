const MONTHS = [
  ['january', 'januar', 'jan'],
  ['february', 'februar', 'feb'],
  ['march', 'märz', 'mar'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'juni', 'jun'],
  ['july', 'juli', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oktober', 'oct', 'okt'],
  ['november', 'nov'],
  ['december', 'dezember', 'dec', 'dez'],
] as const;
const cased = (names: readonly string[]) =>
  names.flatMap((name) => [name, name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()]);
const WEEKDAYS =
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mon tue wed thu fri sat sun'.split(
    ' ',
  );
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?';
const YEAR = '(?<year>(?:19|20)\\d{2})';
const A_YEAR = /(?:19|20)\d{2}/u;

function datesWith(months: readonly string[], weekdays: readonly string[]): string[] {
  const month = `(?<month>${months.join('|')})\\.?`;
  const weekday = `(?:(?:${weekdays.join('|')})\\.?,?\\s+(?:den\\s+|the\\s+)?)?`;
  return [
    `${YEAR}-(?<number>\\d{2})-(?<day>\\d{2})`,
    `${weekday}${DAY}\\s+(?:day\\s+of\\s+)?${month},?\\s+${YEAR}`,
    `${weekday}${month}\\s+${DAY},?\\s+${YEAR}`,
    `${weekday}(?<day>\\d{1,2})\\.(?<number>\\d{1,2})\\.${YEAR}`,
    `${month}\\s+${YEAR}`,
  ];
}

/** The forms of a written date, for case-insensitive patterns. */
export const DATES: readonly string[] = datesWith(MONTHS.flat(), WEEKDAYS);
/** The same for patterns in which capitals matter. */
export const CASED_DATES: readonly string[] = datesWith(cased(MONTHS.flat()), cased(WEEKDAYS));
/** Patterns are compiled on first use, and long ones take milliseconds each. */
const ALONE = DATES.map((date) => new RegExp(date, 'iu'));

/** The date formats in a line, as indexes into `DATES`. */
export function formsIn(line: string): number[] {
  // Every format has a year, and testing for that is quick.
  return A_YEAR.test(line) ? ALONE.flatMap((form, index) => (form.test(line) ? index : [])) : [];
}

/** The groups of a match of one of `DATES` as `2026-03-05` or `2026-03`; null if there is no such day. */
export function dayIn({
  year = '',
  month = '',
  number = '',
  day = '',
}: Record<string, string | undefined>): string | null {
  const named = MONTHS.findIndex((names) => (names as readonly string[]).includes(month.toLowerCase())) + 1;
  const value = `${year}-${String(number || named).padStart(2, '0')}`;
  if (day === '') return value;
  const whole = `${value}-${day.padStart(2, '0')}`;
  const time = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(whole) ? whole : null;
}

/** The day of the first match; null if there is none. */
export function firstDay(patterns: readonly RegExp[], line: string): string | null {
  for (const form of formsIn(line)) {
    const groups = patterns[form]?.exec(line)?.groups;
    if (groups) return dayIn(groups);
  }
  return null;
}
