import { dateAmount, isYear } from './amount.js';
import type { ClaimToken } from './claim-token.js';
import { isDoubtfulMonth, monthOf } from './named-amounts.js';
import type { TokenCursor } from './token-cursor.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const IN_BETWEEN = setOf('of the in on de del di do da den der dem le el les');
const BEFORE_MONTH = setOf(
  'in of on since until till by from to next last early late mid im am en de le du on through',
);

/** `14 March 1962`, `2024-11-30`, `14.03.1962`. */
export function readDate(cursor: TokenCursor, at: number): ClaimToken | null {
  const value = Number(cursor.tokens[at]?.term);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(cursor.written(at));
  if (dotted) return readDay(cursor, at, at + 1, Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  if (!Number.isInteger(value)) return null;
  const isJoined = (sign: string) =>
    cursor.between(at, at + 1) === sign &&
    cursor.between(at + 1, at + 2) === sign &&
    cursor.tokens[at + 2]?.kind === 'number';
  const [second, third] = [Number(cursor.tokens[at + 1]?.term), Number(cursor.tokens[at + 2]?.term)];
  if (isYear(value) && (isJoined('-') || isJoined('/')))
    return readDay(cursor, at, at + 3, value, second, third);
  if (isYear(third) && isJoined('/') && value > 12) return readDay(cursor, at, at + 3, third, second, value);
  if (isYear(third) && isJoined('/') && second > 12) return readDay(cursor, at, at + 3, third, value, second);
  if (value < 1 || value > 31) return null;
  let next = at + 1;
  while (next < at + 3 && IN_BETWEEN.has(cursor.wordAt(next))) next++;
  if (!/^(?:\.|st|nd|rd|th)?\s*$/.test(next === at + 1 ? cursor.between(at, next) : '')) return null;
  const month = monthOf(cursor.wordAt(next));
  if (
    month === undefined ||
    (isDoubtfulMonth(cursor.wordAt(next)) &&
      !cursor.tokens[next]?.form?.isCapitalised &&
      next === at + 1 &&
      /^(?:may|set|mar|march|mars)$/.test(cursor.wordAt(next)))
  )
    return null;
  next++;
  let behind = next;
  while (behind < next + 2 && IN_BETWEEN.has(cursor.wordAt(behind))) behind++;
  const year = Number(cursor.tokens[behind]?.term);
  if (
    cursor.tokens[behind]?.kind === 'number' &&
    isYear(year) &&
    /^[.,]{0,2}\s*$/.test(behind === next ? cursor.between(next - 1, next) : '')
  )
    return cursor.token(at, behind + 1, dateAmount({ year, month, day: value }));
  return cursor.token(at, next, dateAmount({ month, day: value }));
}

function readDay(
  cursor: TokenCursor,
  at: number,
  next: number,
  year: number,
  month: number,
  day: number,
): ClaimToken | null {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null;
  return cursor.token(at, next, dateAmount({ year, month, day }));
}

/** `March 14, 1962`, `March 1962`, `in March`. */
export function readMonthFirst(cursor: TokenCursor, at: number, month: number): ClaimToken | null {
  let next = at + 1;
  const isCapital = cursor.tokens[at]?.form?.isCapitalised ?? false;
  const first = cursor.tokens[next];
  const gap = cursor.between(at, next);
  if (first?.kind === 'number' && /^\.?,?\s+(?:the\s+|de\s+)?$/.test(gap)) {
    const value = Number(first.term);
    if (isYear(value) && value > 1200) {
      return cursor.token(at, next + 1, dateAmount({ year: value, month }));
    }
    if (
      Number.isInteger(value) &&
      value >= 1 &&
      value <= 31 &&
      (isCapital || !isDoubtfulMonth(cursor.wordAt(at)))
    ) {
      const year = Number(cursor.tokens[next + 1]?.term);
      next++;
      if (isYear(year) && /^,?\s+(?:of\s+|de\s+)?$/.test(cursor.between(next - 1, next)))
        return cursor.token(at, next + 1, dateAmount({ year, month, day: value }));
      return cursor.token(at, next, dateAmount({ month, day: value }));
    }
  }
  if (cursor.wordAt(next) === 'de' && isYear(Number(cursor.tokens[next + 1]?.term)))
    return cursor.token(at, next + 2, dateAmount({ year: Number(cursor.tokens[next + 1]?.term), month }));
  const isAlone =
    !isDoubtfulMonth(cursor.wordAt(at)) || (isCapital && BEFORE_MONTH.has(cursor.wordAt(at - 1)));
  return isAlone ? cursor.token(at, at + 1, dateAmount({ month })) : null;
}

/** `19:00`, `7 pm`, `8.30 am`. */
export function readClock(cursor: TokenCursor, at: number, written: string): ClaimToken | null {
  const parts = /^(\d{1,2})(?:[.:](\d{2}))?$/.exec(written);
  if (!parts) return null;
  let hours = Number(parts[1]);
  const minutes = Number(parts[2] ?? 0);
  if (hours > 24 || minutes > 59) return null;
  const tail = /^\s?([ap])\.?m\b\.?/i.exec(
    cursor.text.slice(cursor.tokens[at]?.end ?? 0, (cursor.tokens[at]?.end ?? 0) + 6),
  );
  if (!tail) {
    if (!written.includes(':')) return null;
    return cursor.token(at, at + 1, { kind: 'clock', value: 60 * hours + minutes, written: hours });
  }
  hours = (hours % 12) + (tail[1]?.toLowerCase() === 'p' ? 12 : 0);
  const end = (cursor.tokens[at]?.end ?? 0) + tail[0].length;
  let next = at + 1;
  while (next < cursor.tokens.length && (cursor.tokens[next]?.start ?? 0) < end) next++;
  return cursor.token(at, next, { kind: 'clock', value: 60 * hours + minutes, written: hours }, end);
}
