import type { JsonValue } from '@ibid/core';

/**
 * KB-11: a range of values. All given bounds must hold. `from` and `to` are inclusive, `after` and `before` exclusive.
 */
export interface ValueRange<T> {
  from?: T | undefined;
  to?: T | undefined;
  after?: T | undefined;
  before?: T | undefined;
}

/** A condition on one field of the metadata: one of these values, or a value within a range. */
export interface MetadataCondition extends ValueRange<string | number> {
  field: string;
  anyOf?: readonly JsonValue[] | undefined;
}

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u;

/** The first and last day of a date, which may be only a year or a month. Null if it is not a date. */
export function daysOf(date: string): { first: string; last: string } | null {
  const [, year, month, day] = DATE.exec(date.trim()) ?? [];
  if (!year) return null;
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`;
  const time = new Date(`${first}T00:00:00Z`);
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== first) return null;
  if (day) return { first, last: first };
  const end = Date.UTC(Number(year), month ? Number(month) : 12, 0);
  return { first, last: new Date(end).toISOString().slice(0, 10) };
}

/**
 * The bounds of a date range in days: `after` a year means after its last day. Invalid dates limit nothing; check dates
 * from people with `daysOf`.
 */
export function dateBounds(range: ValueRange<string>): {
  least?: string;
  most?: string;
  over?: string;
  under?: string;
} {
  const day = (date: string | undefined, end: 'first' | 'last') =>
    date === undefined ? undefined : daysOf(date)?.[end];
  const bounds = {
    least: day(range.from, 'first'),
    most: day(range.to, 'last'),
    over: day(range.after, 'last'),
    under: day(range.before, 'first'),
  };
  return Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined));
}

/** Whether the range contains no day, such as after 2024 and before 2023, or from June to May. */
export function isEmptyDateRange(range: ValueRange<string>): boolean {
  const { least, most, over, under } = dateBounds(range);
  const first = [least, over && dayBeside(over, 1)]
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1);
  const last = [most, under && dayBeside(under, -1)].flatMap((day) => day ?? []).toSorted()[0];
  return first !== undefined && last !== undefined && first > last;
}

const DAY_MILLISECONDS = 86_400_000;
const dayBeside = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

const CONDITION = /^\s*([^\s<>=!]{1,100})\s*(>=|<=|=|>|<)\s*(.{1,1000}?)\s*$/u;
const ENDS = { '>=': 'from', '<=': 'to', '>': 'after', '<': 'before' } as const;

/** Parses a condition such as `year>=2024` or `team=finance,sales`. Null if it is not one. */
export function readCondition(text: string): MetadataCondition | null {
  const [, field, sign, value] = CONDITION.exec(text) ?? [];
  if (!field || !value) return null;
  if (sign === '=') return { field, anyOf: value.split(',').flatMap((one) => bothKinds(one.trim())) };
  return { field, [ENDS[sign as keyof typeof ENDS]]: isNumber(value) ? Number(value) : value };
}

/** A document may state 2024 as a number or as text, so both match. */
function bothKinds(value: string): JsonValue[] {
  if (value === '') return [];
  if (isNumber(value)) return [value, Number(value)];
  return value === 'true' || value === 'false' ? [value, value === 'true'] : [value];
}

const isNumber = (value: string) => /^-?\d+(\.\d+)?$/u.test(value);
