import type { RecordPoint } from './points-of-record.js';
import type { RecordField } from './record-fields.js';
import { countedDays, dayOf, MINUTES_OF_DAY, saidHours, type Said, type Times } from './said-hours.js';
import type { TokenRun } from './token-run.js';

const CLOCK = /(\d{1,2})(?:[:.](\d{1,2}))?\s*([ap])?\.?m?\.?/iu;
const RANGE = new RegExp(`^\\s*${CLOCK.source}\\s*(?:-|–|—|to|bis)\\s*${CLOCK.source}\\s*$`, 'iu');
const CLOSED = /^(?:closed|geschlossen|ferme|cerrado)$/iu;

interface Hours {
  field: RecordField;
  /** Minutes from and to; null if closed; undefined if it says something else. */
  range: readonly [number, number] | null | undefined;
}

/** What a claim says about the hours of days, if the record has them: `Monday to Friday from 9 am to 5 pm`. */
export function hoursInRecord(run: TokenRun, fields: readonly RecordField[]): RecordPoint[] {
  const hours = new Map<number, Hours>();
  for (const field of fields) {
    const day = field.words.length === 1 ? dayOf(field.words[0] ?? '') : undefined;
    if (day === undefined) continue;
    // Of the shop and of its café: the claim may mean either.
    if (hours.has(day)) return [];
    if (typeof field.value === 'string') hours.set(day, { field, range: rangeOf(field.value) });
    else if (typeof field.value === 'boolean') hours.set(day, { field, range: field.value ? ALL_DAY : null });
  }
  if ([...hours.values()].filter(({ range }) => range !== undefined).length < 2) return [];
  const counted = countedDays(run);
  const isOpenOn = [...hours.values()].filter(({ range }) => range).length;
  const points = counted.map(({ tokens, count }): RecordPoint => ({
    tokens,
    fields: [...hours.values()].map(({ field }) => field),
    state: count === isOpenOn ? 'agrees' : 'differs',
    isSure: true,
  }));
  const ofDays = saidHours(run).flatMap(({ days, times, isClosed, longer }): RecordPoint[] => {
    if (longer) return compared(hours, days, longer);
    const found = days.days.map((day) => hours.get(day));
    if (found.some((one) => one && one.range === undefined)) return [];
    const isWrong = (one: Hours | undefined) => {
      const range = one?.range ?? null;
      if (range === null) return !isClosed;
      return isClosed || (times !== null && range !== ALL_DAY && !isWithin(range, times));
    };
    const wrong = found.filter(isWrong);
    const shown = (wrong.some((one) => one) ? wrong : found).flatMap((one) => one?.field ?? []);
    return [
      {
        tokens: [...days.tokens, ...(times?.tokens ?? [])],
        fields: shown.length > 0 ? shown : [...hours.values()].map(({ field }) => field),
        state: wrong.length === 0 ? 'agrees' : 'differs',
        isSure: true,
      },
    ];
  });
  return [...points, ...ofDays];
}

/** It is sure only if the hours of all these days are on the same side of those of all other days. */
function compared(
  hours: ReadonlyMap<number, Hours>,
  { days, tokens }: Said['days'],
  longer: 1 | -1,
): RecordPoint[] {
  const own: number[] = [];
  const others: number[] = [];
  for (const [day, { range }] of hours)
    if (range) (days.includes(day) ? own : others).push(longer * lengthOf(range));
  const fields = days.flatMap((day) => hours.get(day)?.field ?? []);
  if (own.length < days.length || others.length === 0) return [];
  const isSure = Math.max(...own) <= Math.min(...others);
  return [{ tokens, fields, state: Math.min(...own) > Math.max(...others) ? 'agrees' : 'differs', isSure }];
}

const lengthOf = ([from, to]: readonly [number, number]) => (to - from + MINUTES_OF_DAY) % MINUTES_OF_DAY;

/** `1:15 to 3 pm` begins in the afternoon too. */
const isWithin = ([opens, closes]: readonly [number, number], { from, to, isHalfKnown }: Times) => {
  const isFrom = (time: number) => time === from || (!isHalfKnown && time === from + MINUTES_OF_DAY / 2);
  return to === -1 ? isFrom(opens) || isFrom(closes) : isFrom(opens) && closes === to;
};

/** The hours of a day of which the record says only that it is open. */
const ALL_DAY = [0, 0] as const;

function rangeOf(value: string): Hours['range'] {
  if (CLOSED.test(value.trim())) return null;
  const match = RANGE.exec(value);
  if (!match) return undefined;
  const [, hour, minute, half, hourTo, minuteTo, halfTo] = match;
  const range = [minutesOf(hour, minute, half ?? halfTo), minutesOf(hourTo, minuteTo, halfTo)] as const;
  // `0:00-0:00` may be all day or not at all.
  return range[0] === range[1] ? undefined : range;
}

function minutesOf(hour = '0', minute = '0', half?: string): number {
  const isAfternoon = half?.toLowerCase() === 'p';
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  return (hours * 60 + Number(minute)) % MINUTES_OF_DAY;
}
