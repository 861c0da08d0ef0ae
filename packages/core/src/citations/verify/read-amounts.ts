import { dateAmount, isYear, termOfAmount, type Amount } from './amount.js';
import type { ClaimToken } from './claim-token.js';
import { fractionOf, isFraction, isOne, monthOf } from './named-amounts.js';
import { scaleOfWord } from './number-words.js';
import { ARTICLE, withBound } from './read-bounds.js';
import { readClock, readDate, readMonthFirst } from './read-dates.js';
import { takeCurrencyBefore, takeUnitBehind } from './read-units.js';
import { TokenCursor } from './token-cursor.js';
import { unitOf } from './units.js';

/** `19:00`. */
const LONGEST_TIME = 5;
const DIGITS = /^\d+$/;
const ORDINAL = /^(?:third|fifth|sixth|tenth)$/;
const OR_SO = /^\s*(?:-|–|—|to|or|bis|à|a)\s*$/i;
const AND = /^\s*(?:and|und|et|y|e)\s*$/i;
const BETWEEN = new Set('between zwischen entre tra fra'.split(' '));

/**
 * Converts numbers to amounts with their units (`90 minutes`), currencies, bounds (`at least`) and roundings (`about`),
 * and joins dates and times. Each becomes a single token, so its parts are compared together.
 */
export function readAmounts(text: string, tokens: readonly ClaimToken[]): ClaimToken[] {
  const read = readAll(new TokenCursor(text, tokens));
  for (let index = 0; index < read.length; index++) {
    const token = read[index];
    if (token?.amount) inheritUnit(text, read, index, token.amount);
  }
  const joined = joinSums(text, read);
  for (const token of joined) if (token.amount) token.term = termOfAmount(token.amount);
  return joined;
}

const SUMMED = new Set(['time', 'length', 'mass']);
const ADDED = /^(?:,? and | |, )$/;

/** `1 hour 45 minutes`, `5 feet 7 inches`: one amount in two units, the smaller one second. */
function joinSums(text: string, read: ClaimToken[]): ClaimToken[] {
  if (!read.some(({ amount }) => amount && SUMMED.has(amount.kind))) return read;
  const joined: ClaimToken[] = [];
  for (const token of read) {
    const last = joined.at(-1);
    const [one, other] = [last?.amount, token.amount];
    const isSum =
      last !== undefined &&
      one !== undefined &&
      other !== undefined &&
      one.kind === other.kind &&
      SUMMED.has(one.kind) &&
      one.written > 0 &&
      other.value < one.value / one.written &&
      one.value / one.written > other.value / other.written &&
      ADDED.test(text.slice(last.end, token.start));
    if (!isSum) {
      joined.push(token);
      continue;
    }
    const value = one.value + other.value;
    joined[joined.length - 1] = {
      ...last,
      end: token.end,
      amount: { ...one, value, written: value / (other.value / other.written) },
    };
  }
  return joined;
}

function readAll(cursor: TokenCursor): ClaimToken[] {
  while (cursor.at < cursor.tokens.length) {
    const token = cursor.tokens[cursor.at];
    if (!token) break;
    const found =
      token.kind === 'number'
        ? readNumber(cursor, token)
        : mayBeAmount(cursor, token)
          ? readWord(cursor, token)
          : null;
    if (found) cursor.read.push(found);
    else {
      cursor.read.push(token);
      cursor.at++;
    }
  }
  return cursor.read;
}

/** A month, a half, a million; or a unit: `a year and a half`. */
const mayBeAmount = (cursor: TokenCursor, { form }: ClaimToken) =>
  form !== null && (form.isAmount || cursor.wordAt(cursor.at + 1) === 'and');

function readNumber(cursor: TokenCursor, token: ClaimToken): ClaimToken | null {
  const at = cursor.at;
  const written = cursor.written(at);
  const date = readDate(cursor, at);
  if (date) return withBound(cursor, date, at);
  const clock = written.length <= LONGEST_TIME ? readClock(cursor, at, written) : null;
  if (clock) return withBound(cursor, clock, at);
  let value = Number(token.term);
  if (!Number.isFinite(value)) return null;
  if (
    isYear(value) &&
    value % 10 === 0 &&
    (written.endsWith('s') || /^['’]s\b/.test(cursor.text.slice(token.end, token.end + 3)))
  ) {
    const isApart = cursor.wordAt(at + 1) === 's';
    return cursor.token(at, at + (isApart ? 2 : 1), { ...dateAmount({ year: value }), isDecade: true });
  }
  const isPlain = DIGITS.test(written);
  if (!isPlain && /\d(?:st|nd|rd|th)$/i.test(written))
    return cursor.token(at, at + 1, { kind: 'ordinal', value, written: value });
  let next = at + 1;
  let end = token.end;
  // `84 000`
  while (
    isPlain &&
    cursor.tokens[next]?.kind === 'number' &&
    /^\d{1,3}$/.test(cursor.written(next - 1).slice(-3)) &&
    /^\d{3}$/.test(cursor.written(next)) &&
    cursor.between(next - 1, next) === ' ' &&
    value < 1e12 &&
    (next > at + 1 || written.length <= 3)
  ) {
    value = value * 1000 + Number(cursor.written(next));
    end = cursor.tokens[next++]?.end ?? end;
  }
  // `twenty-five`
  const ones = Number(cursor.tokens[next]?.term);
  if (
    token.form &&
    value >= 20 &&
    value % 10 === 0 &&
    value < 100 &&
    cursor.tokens[next]?.form &&
    ones > 0 &&
    ones < 10 &&
    /^[- ]$/.test(cursor.between(at, next))
  ) {
    value += ones;
    end = cursor.tokens[next++]?.end ?? end;
  }
  const scale = next > at + 1 ? scaleOfWord(cursor.wordAt(next)) : undefined;
  if (scale !== undefined) {
    value *= scale;
    end = cursor.tokens[next++]?.end ?? end;
  }
  if (
    cursor.wordAt(next) === 'and' &&
    cursor.wordAt(next + 1) === 'a' &&
    cursor.wordAt(next + 2) === 'half'
  ) {
    value += 0.5;
    end = cursor.tokens[next + 2]?.end ?? end;
    next += 3;
  }
  if (isFraction(cursor.wordAt(next)) && value < 10 && endsShare(cursor, next)) {
    const share = (fractionOf(cursor.wordAt(next)) ?? 0) * value;
    return withBound(cursor, cursor.token(at, next + 1, { kind: 'share', value: share, written: share }), at);
  }
  const before = cursor.text.charAt(token.start - 1);
  const isMinus =
    (before === '-' || before === '−') && !/[\p{L}\p{N})]/u.test(cursor.text.charAt(token.start - 2));
  if (isMinus) value = -value;
  const amount: Amount = { kind: '', value, written: value };
  const found = cursor.token(at, next, amount, end);
  takeCurrencyBefore(cursor, found, isMinus ? 1 : 0);
  if (amount.kind === '') takeUnitBehind(cursor, found);
  if (isGrouped(amount.kind, written, cursor.text.slice(found.end, found.end + 12)))
    amount.value = amount.written = Math.round(value * 1000);
  if (isMinus) found.start--;
  return withBound(cursor, found, at);
}

const PER_SMALL_UNIT = /^\s*(?:\/|per|je|pro|a|par|por)\s*(?:l|lit|kwh|gal|kg|min|share|unit)/iu;

/** A noun after a number in German has a capital. */
const GERMAN_NOUN = /^ \p{Lu}\p{Ll}/u;

/** `1.780 EUR` and `84.000 Besucher` are thousands; prices in tenths of a cent are for fuel and power. */
const isGrouped = (kind: string, written: string, behind: string) =>
  /^[1-9]\d{0,2}\.\d{3}$/.test(written) &&
  (kind === 'money' ? !PER_SMALL_UNIT.test(behind) : kind === '' && GERMAN_NOUN.test(behind));

/** `three quarters of it`, `by one quarter because`, but not `one third party`. */
function endsShare(cursor: TokenCursor, at: number): boolean {
  const next = cursor.tokens[at + 1];
  return !next || next.form?.isStop === true || !/^\s*$/.test(cursor.between(at, at + 1));
}

/** Without `one day` and `one second`, which are often not meant as numbers. */
const MEASURE =
  /^(?:year|month|week|hour|pound|euro|dollar|mile|kilometre|kilometer|jahr|jahres|monat|woche|stunde)s?$/;

/** `one month's notice`; before most other words `one` is not a number. */
function readOne(cursor: TokenCursor, at: number): ClaimToken | null {
  const word = cursor.wordAt(at + 1).replace(/'s$/, '');
  const unit = MEASURE.test(word) ? unitOf(word, word) : undefined;
  return unit
    ? withBound(cursor, cursor.token(at, at + 2, { kind: unit.kind, value: unit.factor, written: 1 }), at)
    : null;
}

/** `half of the seeds`, `a quarter of`, `half an hour`, `a year and a half`, a month alone. */
function readWord(cursor: TokenCursor, token: ClaimToken): ClaimToken | null {
  const at = cursor.at;
  const word = token.form?.word ?? '';
  if (isOne(word)) return readOne(cursor, at);
  // `the fifth of the month` is a day.
  const isOrdinal = cursor.wordAt(at - 1) === 'the' && ORDINAL.test(word);
  const fraction = isOrdinal ? undefined : fractionOf(word);
  const scale = token.form?.scale;
  if (scale !== undefined && ARTICLE.has(cursor.wordAt(at - 1))) {
    const found = cursor.token(at, at + 1, { kind: '', value: scale, written: scale });
    takeUnitBehind(cursor, found);
    return withBound(cursor, found, at);
  }
  if (fraction !== undefined) {
    const hasArticle = ARTICLE.has(cursor.wordAt(at - 1));
    const unit = ARTICLE.has(cursor.wordAt(at + 1))
      ? unitOf(cursor.written(at + 2), cursor.wordAt(at + 2))
      : undefined;
    if (word === 'half' && unit) {
      const value = unit.factor / 2;
      return withBound(cursor, cursor.token(at, at + 3, { kind: unit.kind, value, written: 0.5 }), at);
    }
    const isShare =
      cursor.wordAt(at + 1) === 'of' || /^(?:half|halfte|moitie|mitad)$/.test(word)
        ? cursor.wordAt(at + 1) === 'of' || !cursor.tokens[at + 1]
        : (hasArticle && !/^\s\p{L}/u.test(cursor.text.slice(token.end, token.end + 2))) ||
          (cursor.wordAt(at - 1) === 'one' && endsShare(cursor, at));
    const isPart = hasArticle && /^(?:in|within|last|since|during)$/.test(cursor.wordAt(at + 1));
    if (isShare || isPart)
      return withBound(
        cursor,
        cursor.token(at, at + 1, { kind: 'share', value: fraction, written: fraction, isFraction: true }),
        at,
      );
  }
  const next = cursor.wordAt(at + 1);
  if (
    next === 'and' &&
    cursor.wordAt(at + 2) === 'a' &&
    cursor.wordAt(at + 3) === 'half' &&
    ARTICLE.has(cursor.wordAt(at - 1))
  ) {
    const unit = unitOf(cursor.written(at), word);
    if (unit) return cursor.token(at, at + 4, { kind: unit.kind, value: 1.5 * unit.factor, written: 1.5 });
  }
  const month = monthOf(word);
  if (month === undefined) return null;
  return readMonthFirst(cursor, at, month);
}

/** `40 to 65 kg`: the first is in kilograms too. */
function inheritUnit(text: string, tokens: readonly ClaimToken[], index: number, amount: Amount): void {
  if (amount.kind !== '') return;
  for (let next = index + 1; next <= index + 2; next++) {
    const other = tokens[next];
    if (!other?.amount) continue;
    const gap = text.slice(tokens[index]?.end ?? 0, other.start);
    const isRange = OR_SO.test(gap) || (AND.test(gap) && BETWEEN.has(tokens[index - 1]?.form?.word ?? ''));
    if (!isRange) return;
    const { kind, currency, value, written, date } = other.amount;
    if (
      date &&
      date.month !== undefined &&
      amount.value >= 1 &&
      amount.value <= 31 &&
      date.day !== undefined
    ) {
      Object.assign(amount, dateAmount({ ...date, day: amount.value }));
      return;
    }
    if (kind === '' || date || kind === 'clock') return;
    // `from £23,140 in 2023 to £21,870`
    if (isYear(amount.value) && /^(?:in|im|since|seit|en)$/.test(tokens[index - 1]?.form?.word ?? '')) return;
    const factor = kind === 'temperature' ? 1 : written === 0 ? 1 : value / written;
    amount.kind = kind;
    if (currency !== undefined) amount.currency = currency;
    amount.value =
      kind === 'temperature' && value !== written
        ? (amount.written * 5) / 9 - 160 / 9
        : amount.written * factor;
    return;
  }
}
