import { isContrast, isOwnVerb } from './says-of-field.js';
import type { TokenRun } from './token-run.js';
import { withoutAccents } from './without-accents.js';

const DAYS = `
monday mon montag lundi lunes
tuesday tue tues dienstag mardi martes
wednesday wed mittwoch mercredi miercoles
thursday thu thur thurs donnerstag jeudi jueves
friday fri freitag vendredi viernes
saturday sat samstag samedi sabado
sunday sun sonntag dimanche domingo
`;
const dayNumbers = new Map<string, number>();
for (const [day, line] of DAYS.trim().split('\n').entries())
  for (const name of line.split(' ')) dayNumbers.set(name, day);

const WEEKDAYS = [0, 1, 2, 3, 4];
const WEEKEND = [5, 6];
const WHOLE_WEEK = [...WEEKDAYS, ...WEEKEND];
const THROUGH = /^(?:to|through|thru|until|till|bis|a|al)$/;
const DASH = /^\s?[-–—]\s?$/;
export const MINUTES_OF_DAY = 24 * 60;

interface Days {
  days: readonly number[];
  /** Tokens of the claim that name them. */
  tokens: number[];
}

export interface Times {
  from: number;
  /** Whether `from` says if it is in the morning or in the afternoon. */
  isHalfKnown: boolean;
  /** -1 if only one time is given. */
  to: number;
  tokens: number[];
}

const fold = (word: string) => withoutAccents(word).toLowerCase();

/** The number of a weekday, from 0 for Monday: `Mon`, `Tuesdays`. */
export const dayOf = (name: string) => {
  const word = fold(name);
  return dayNumbers.get(word) ?? dayNumbers.get(word.replace(/s$/, ''));
};

/** `open six days a week`. */
export function countedDays(run: TokenRun): { tokens: number[]; count: number }[] {
  const found: { tokens: number[]; count: number }[] = [];
  for (let at = 0; at < run.tokens.length; at++) {
    const isCount = /^[\p{L}\d]+ days$/u.test(fold(run.written(at)));
    if (isCount && fold(run.written(at + 1)) === 'a' && fold(run.written(at + 2)) === 'week')
      found.push({ tokens: [at, at + 1, at + 2], count: run.tokens[at]?.amount?.written ?? 0 });
  }
  return found;
}

export interface Said {
  days: Days;
  times: Times | null;
  isClosed: boolean;
  /** 1 if these days are said to have longer hours than others, -1 for shorter ones. */
  longer?: 1 | -1;
}

/** The days and times of a claim, each time with the days it belongs to. */
export function saidHours(run: TokenRun): Said[] {
  const said: Said[] = [];
  const parts: (Days | Times)[] = [];
  const all = partsOf(run);
  const compared = comparedDays(run, all);
  if (compared) said.push(compared);
  for (const [index, part] of all.entries())
    if (isDays(part) && compared?.days.tokens.includes(part.tokens[0] ?? -1)) continue;
    else if (!isDays(part) || isTimed(all, index)) parts.push(part);
    else if (closes(run, part)) said.push({ days: part, times: null, isClosed: true });
    else if (isDays(all[index + 1]) || !isDays(all[0]) || !differs(run, part)) parts.push(part);
  // `9 to 5 on weekdays and 10 to 4 on Sunday`, or `weekdays from 9 to 5`.
  const isTimesFirst = isDays(parts.at(-1));
  const taken = new Set<Days>();
  for (const [index, part] of parts.entries()) {
    if (isDays(part)) continue;
    const step = isDays(parts[index + 1]) && (isTimesFirst || !isDays(parts[index - 1])) ? 1 : -1;
    const own: Days[] = [];
    for (let at = index + step; ; at += step) {
      const days = parts[at];
      if (!isDays(days) || taken.has(days)) break;
      // `9 to 5 on weekdays, while on Friday it is 9 to 3`: the second day is for the second time.
      const last = own.at(-1);
      if (last && ((step === 1 && isLastTime(parts, at)) || isOfOtherClause(run, days, last))) break;
      own.push(days);
      taken.add(days);
    }
    if (own.length > 0 && !varies(run, part)) said.push({ days: joined(own), times: part, isClosed: false });
  }
  for (const part of parts)
    if (isDays(part) && !taken.has(part) && opens(run, part))
      said.push({ days: part, times: null, isClosed: false });
  return said.flatMap((one) => withoutExceptions(one, all.filter(isDays)) ?? []);
}

const LONGER = /^(?:extended|longer)$/;
const SHORTER = /^(?:shorter|reduced)$/;

/** `with longer hours on Friday and Saturday`, at the end of a claim. */
function comparedDays(run: TokenRun, parts: readonly (Days | Times)[]): Said | null {
  const list: Days[] = [];
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index];
    if (!isDays(part)) return null;
    list.unshift(part);
    const from = (parts[index - 1]?.tokens.at(-1) ?? -1) + 1;
    const to = part.tokens[0] ?? 0;
    for (let at = from; at < to; at++) {
      const longer = LONGER.test(run.word(at)) ? 1 : SHORTER.test(run.word(at)) ? -1 : 0;
      const hours = [at + 1, at + 2].find((next) => next < to && run.word(next) === 'hours');
      if (longer === 0 || hours === undefined) continue;
      const { days, tokens } = joined(list);
      return { days: { days, tokens: [at, hours, ...tokens] }, times: null, isClosed: false, longer };
    }
    // `Friday and Saturday`
    if (to - from > 1) return null;
  }
  return null;
}

/** `closes at 5 pm on Saturday`, `except Friday and Saturday, when it closes at 11 pm`. */
function isTimed(parts: readonly (Days | Times)[], index: number): boolean {
  let next = index + 1;
  while (isDays(parts[next])) next++;
  const isOne = (part: Days | Times | undefined) => part !== undefined && !isDays(part) && part.to === -1;
  return isOne(parts[index - 1]) || isOne(parts[next]);
}

const isDays = (part: Days | Times | undefined): part is Days => part !== undefined && 'days' in part;

/** `weekdays in the evening, while on Sunday it is from 9 to 2` */
function isOfOtherClause(run: TokenRun, one: Days, other: Days): boolean {
  const [from = 0, to = 0] = [one.tokens[0] ?? 0, other.tokens[0] ?? 0].toSorted(
    (left, right) => left - right,
  );
  for (let index = from; index < to; index++)
    if (isContrast(run.word(index)) || isOwnVerb(run, index)) return true;
  return false;
}

/** Whether a time without days of its own follows these days. */
function isLastTime(parts: readonly (Days | Times)[], at: number): boolean {
  let next = at;
  while (isDays(parts[next])) next++;
  return next < parts.length && !isDays(parts[next + 1]);
}

/** `longer hours on Friday`, `closing times vary on weekends`. */
function differs(run: TokenRun, { tokens }: Days): boolean {
  const [at = 0] = tokens;
  for (let index = at - 6; index < at; index++)
    if (/^(?:var|differ|exten|longer|shorter|later|earlier|exce|special)/.test(run.word(index))) return true;
  return false;
}

/** `every day from 9 to 5, with longer hours on Friday`: what is said of fewer days goes before. */
function withoutExceptions(one: Said, named: readonly Days[]): Said | null {
  const others = named.filter(
    ({ days, tokens }) =>
      days.length < one.days.days.length && !tokens.some((at) => one.days.tokens.includes(at)),
  );
  const days = one.days.days.filter((day) => !others.some((other) => other.days.includes(day)));
  return days.length === 0 ? null : { ...one, days: { ...one.days, days } };
}

/** `hours varying between 9 am and 9 pm` says nothing of a single day. */
function varies(run: TokenRun, { tokens }: Times): boolean {
  const [at = 0] = tokens;
  for (let index = at - 6; index < at; index++) if (/^(?:var|differ|rang)/.test(run.word(index))) return true;
  return false;
}

const joined = (list: readonly Days[]): Days => ({
  days: [...new Set(list.flatMap(({ days }) => days))],
  tokens: list.flatMap(({ tokens }) => tokens),
});

const CLOSING = /^(?:closed|closes)$/;
const EXCEPTING = /^(?:except|excluding|besides|but)$/;

/** `closed on Mondays`, `not open on Sunday`, `except Sunday`. */
function closes(run: TokenRun, { tokens }: Days): boolean {
  const [at = 0] = tokens;
  if (EXCEPTING.test(run.word(at - 1)) || EXCEPTING.test(run.word(at - 2))) return true;
  for (let index = 0; index < run.tokens.length; index++)
    if (run.isSameClause(index, at) && (CLOSING.test(run.word(index)) || run.isNegator(index))) return true;
  return false;
}

/** `open seven days a week`. Days with anything else may be about anything. */
function opens(run: TokenRun, { tokens }: Days): boolean {
  const [at = 0] = tokens;
  for (let index = 0; index < run.tokens.length; index++)
    if (
      Math.abs(run.segmentOf(index) - run.segmentOf(at)) <= 1 &&
      /^(?:opens?|opened|operates?|operating|operation|hours|available|meets?|runs?|takes?|held|closes?)$/.test(
        run.word(index),
      )
    )
      return true;
  return false;
}

function partsOf(run: TokenRun): (Days | Times)[] {
  const parts: (Days | Times)[] = [];
  for (let at = 0; at < run.tokens.length; at++) {
    const part = daysAt(run, at) ?? timesAt(run, at);
    if (!part) continue;
    parts.push(part);
    at = part.tokens.at(-1) ?? at;
  }
  return parts;
}

/** Minutes; -1 if it is no time. */
function clockAt(run: TokenRun, at: number): number {
  const amount = run.tokens[at]?.amount;
  if (amount?.kind === 'clock') return amount.value % MINUTES_OF_DAY;
  // Records leave out a zero, and claims repeat it: `9:0`.
  const [, hour, tens] = /^(\d{1,2}):(\d)$/.exec(run.written(at)) ?? [];
  if (hour !== undefined) return (Number(hour) * 60 + Number(tens)) % MINUTES_OF_DAY;
  return run.word(at) === 'noon' ? MINUTES_OF_DAY / 2 : run.word(at) === 'midnight' ? 0 : -1;
}

const TO = /^(?:to|until|till|and|through|bis)$/;

/** `9 am to 5 pm`, `9–17:00`, `until 5 pm`. */
function timesAt(run: TokenRun, at: number): Times | null {
  const next = TO.test(run.word(at + 1)) ? at + 2 : at + 1;
  const to = clockAt(run, next);
  const hour = run.tokens[at]?.amount;
  // `from 9 to noon`
  const isHour = hour?.kind === '' && Number.isInteger(hour.value) && hour.value > 0 && hour.value <= 12;
  const from = isHour && to !== -1 ? hour.value * 60 : clockAt(run, at);
  if (from === -1) return null;
  const isHalfKnown = from >= MINUTES_OF_DAY / 2 || /[ap]\.?m/iu.test(run.written(at));
  return { from, to, isHalfKnown, tokens: to === -1 ? [at] : [at, next] };
}

/** The days that are named from a token on. */
function daysAt(run: TokenRun, at: number): Days | null {
  const word = fold(run.written(at));
  const next = fold(run.written(at + 1));
  const last = fold(run.written(at + 2));
  const day = dayOf(word);
  if (day !== undefined) {
    const isThrough = THROUGH.test(next) && dayOf(last) !== undefined;
    const isDash = dayOf(next) !== undefined && DASH.test(run.gapAfter(at));
    if (!isThrough && !isDash) return { days: [day], tokens: [at] };
    const end = dayOf(isThrough ? last : next) ?? day;
    const days: number[] = [];
    for (let one = day; ; one = (one + 1) % 7) {
      days.push(one);
      if (one === end) break;
    }
    return { days, tokens: isThrough ? [at, at + 1, at + 2] : [at, at + 1] };
  }
  if (/^weekdays?$/.test(word)) return { days: WEEKDAYS, tokens: [at] };
  if (/^weekends?$/.test(word)) return { days: WEEKEND, tokens: [at] };
  if (word === 'daily') return { days: WHOLE_WEEK, tokens: [at] };
  if (/^(?:seven|7) days$/.test(word) && next === 'a' && last === 'week')
    return { days: WHOLE_WEEK, tokens: [at, at + 1, at + 2] };
  if (word === 'every' && next === 'day') return { days: WHOLE_WEEK, tokens: [at, at + 1] };
  return null;
}
