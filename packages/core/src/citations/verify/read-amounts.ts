import { isYear, termOfAmount, type Amount } from './amount.js';
import { fractionOf, isDoubtfulMonth, isFraction, monthOf } from './named-amounts.js';
import type { ClaimToken } from './claim-token.js';
import { scaleOfWord } from './number-words.js';
import { currencyOf, isBeforeUnit, unitOf } from './units.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const ABOUT = setOf(
  'about around approximately roughly nearly almost some circa approx ca etwa rund ungefahr fast knapp environ presque pres unos unas cerca aproximadamente casi quase circa quasi около почти примерно',
);
const IN_BETWEEN = setOf('of the in on de del di do da den der dem le el les');
const OR_SO = /^\s*(?:-|–|—|to|or|bis|à|a)\s*$/i;
const AND = /^\s*(?:and|und|et|y|e)\s*$/i;
const BETWEEN = setOf('between zwischen entre tra fra');
const BEFORE_MONTH = setOf(
  'in of on since until till by from to next last early late mid im am en de le du on through',
);
const ARTICLE = setOf('a an one ein eine einem un une una');

/**
 * Turns numbers into amounts, in place: with their units (`90 minutes`), currencies, bounds (`at least`), roundings
 * (`about`), and dates and times as one. Each becomes a single token, so that what belongs together is compared together.
 */
export function readAmounts(text: string, tokens: readonly ClaimToken[]): ClaimToken[] {
  const read = new AmountReader(text, tokens).all();
  for (let index = 0; index < read.length; index++) {
    const token = read[index];
    if (token?.amount) inheritUnit(text, read, index, token.amount);
  }
  for (const token of read) if (token.amount) token.term = termOfAmount(token.amount);
  return read;
}

class AmountReader {
  readonly #text: string;
  readonly #tokens: readonly ClaimToken[];
  readonly #read: ClaimToken[] = [];
  #at = 0;

  constructor(text: string, tokens: readonly ClaimToken[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  all(): ClaimToken[] {
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at];
      if (!token) break;
      const found = token.kind === 'number' ? this.#number(token) : this.#word(token);
      if (found) this.#read.push(found);
      else {
        this.#read.push(token);
        this.#at++;
      }
    }
    return this.#read;
  }

  #wordAt(index: number): string {
    return this.#tokens[index]?.form?.word ?? '';
  }

  #written(index: number): string {
    const token = this.#tokens[index];
    return token ? this.#text.slice(token.start, token.end) : '';
  }

  #between(left: number, right: number): string {
    return this.#text.slice(this.#tokens[left]?.end ?? 0, this.#tokens[right]?.start ?? 0);
  }

  #token(first: number, next: number, amount: Amount, end = this.#tokens[next - 1]?.end ?? 0): ClaimToken {
    const start = this.#tokens[first]?.start ?? 0;
    this.#at = next;
    return { term: '', kind: 'number', start, end, form: null, amount };
  }

  #number(token: ClaimToken): ClaimToken | null {
    const at = this.#at;
    const written = this.#written(at);
    const date = this.#date(at);
    if (date) return this.#bounded(date, at);
    const clock = this.#clock(at, written);
    if (clock) return this.#bounded(clock, at);
    let value = Number(token.term);
    if (!Number.isFinite(value)) return null;
    if (
      isYear(value) &&
      value % 10 === 0 &&
      (written.endsWith('s') || /^['’]s\b/.test(this.#text.slice(token.end, token.end + 3)))
    ) {
      const isApart = this.#wordAt(at + 1) === 's';
      return this.#token(at, at + (isApart ? 2 : 1), { ...dateAmount({ year: value }), isDecade: true });
    }
    if (/\d(?:st|nd|rd|th)$/i.test(written))
      return this.#token(at, at + 1, { kind: 'ordinal', value, written: value });
    let next = at + 1;
    let end = token.end;
    // `84 000`
    while (
      /^\d{1,3}$/.test(this.#written(next - 1).slice(-3)) &&
      /^\d{3}$/.test(this.#written(next)) &&
      this.#between(next - 1, next) === ' ' &&
      value < 1e12 &&
      (next > at + 1 || written.length <= 3)
    ) {
      value = value * 1000 + Number(this.#written(next));
      end = this.#tokens[next++]?.end ?? end;
    }
    // `twenty-five`
    const ones = Number(this.#tokens[next]?.term);
    if (
      token.form &&
      value >= 20 &&
      value % 10 === 0 &&
      value < 100 &&
      this.#tokens[next]?.form &&
      ones > 0 &&
      ones < 10 &&
      /^[- ]$/.test(this.#between(at, next))
    ) {
      value += ones;
      end = this.#tokens[next++]?.end ?? end;
    }
    const scale = next > at + 1 ? scaleOfWord(this.#wordAt(next)) : undefined;
    if (scale !== undefined) {
      value *= scale;
      end = this.#tokens[next++]?.end ?? end;
    }
    if (this.#wordAt(next) === 'and' && this.#wordAt(next + 1) === 'a' && this.#wordAt(next + 2) === 'half') {
      value += 0.5;
      end = this.#tokens[next + 2]?.end ?? end;
      next += 3;
    }
    if (isFraction(this.#wordAt(next)) && value < 10 && this.#wordAt(next + 1) === 'of') {
      const share = (fractionOf(this.#wordAt(next)) ?? 0) * value;
      return this.#bounded(this.#token(at, next + 1, { kind: 'share', value: share, written: share }), at);
    }
    const before = this.#text.charAt(token.start - 1);
    const isMinus =
      (before === '-' || before === '−') && !/[\p{L}\p{N})]/u.test(this.#text.charAt(token.start - 2));
    if (isMinus) value = -value;
    const amount: Amount = { kind: '', value, written: value };
    const found = this.#token(at, next, amount, end);
    this.#currencyBefore(found, isMinus ? 1 : 0);
    if (amount.kind === '') this.#unitBehind(found);
    if (isMinus) found.start--;
    return this.#bounded(found, at);
  }

  /** `half of the seeds`, `a quarter of`, `half an hour`, `a year and a half`, a month by itself. */
  #word(token: ClaimToken): ClaimToken | null {
    const at = this.#at;
    const word = token.form?.word ?? '';
    const fraction = fractionOf(word);
    const scale = token.form?.scale;
    if (scale !== undefined && ARTICLE.has(this.#wordAt(at - 1))) {
      const found = this.#token(at, at + 1, { kind: '', value: scale, written: scale });
      this.#unitBehind(found);
      return this.#bounded(found, at);
    }
    if (fraction !== undefined) {
      const hasArticle = ARTICLE.has(this.#wordAt(at - 1));
      const unit = ARTICLE.has(this.#wordAt(at + 1))
        ? unitOf(this.#written(at + 2), this.#wordAt(at + 2))
        : undefined;
      if (word === 'half' && unit) {
        const value = unit.factor / 2;
        return this.#bounded(this.#token(at, at + 3, { kind: unit.kind, value, written: 0.5 }), at);
      }
      const isShare =
        this.#wordAt(at + 1) === 'of' || /^(?:half|halfte|moitie|mitad)$/.test(word)
          ? this.#wordAt(at + 1) === 'of' || !this.#tokens[at + 1]
          : hasArticle && !/^\s\p{L}/u.test(this.#text.slice(token.end, token.end + 2));
      const isPart = hasArticle && /^(?:in|within|last|since|during)$/.test(this.#wordAt(at + 1));
      if (isShare || isPart)
        return this.#bounded(
          this.#token(at, at + 1, { kind: 'share', value: fraction, written: fraction }),
          at,
        );
    }
    const next = this.#wordAt(at + 1);
    if (
      next === 'and' &&
      this.#wordAt(at + 2) === 'a' &&
      this.#wordAt(at + 3) === 'half' &&
      ARTICLE.has(this.#wordAt(at - 1))
    ) {
      const unit = unitOf(this.#written(at), word);
      if (unit) return this.#token(at, at + 4, { kind: unit.kind, value: 1.5 * unit.factor, written: 1.5 });
    }
    const month = monthOf(word);
    if (month === undefined) return null;
    return this.#monthFirst(at, month);
  }

  /** `March 14, 1962`, `March 1962`, `in March`. */
  #monthFirst(at: number, month: number): ClaimToken | null {
    let next = at + 1;
    const isCapital = this.#tokens[at]?.form?.isCapitalised ?? false;
    const first = this.#tokens[next];
    const gap = this.#between(at, next);
    if (first?.kind === 'number' && /^\.?,?\s+(?:the\s+|de\s+)?$/.test(gap)) {
      const value = Number(first.term);
      if (isYear(value) && value > 1200) {
        return this.#token(at, next + 1, dateAmount({ year: value, month }));
      }
      if (
        Number.isInteger(value) &&
        value >= 1 &&
        value <= 31 &&
        (isCapital || !isDoubtfulMonth(this.#wordAt(at)))
      ) {
        const year = Number(this.#tokens[next + 1]?.term);
        next++;
        if (isYear(year) && /^,?\s+(?:of\s+|de\s+)?$/.test(this.#between(next - 1, next)))
          return this.#token(at, next + 1, dateAmount({ year, month, day: value }));
        return this.#token(at, next, dateAmount({ month, day: value }));
      }
    }
    if (this.#wordAt(next) === 'de' && isYear(Number(this.#tokens[next + 1]?.term)))
      return this.#token(at, next + 2, dateAmount({ year: Number(this.#tokens[next + 1]?.term), month }));
    const isAlone =
      !isDoubtfulMonth(this.#wordAt(at)) || (isCapital && BEFORE_MONTH.has(this.#wordAt(at - 1)));
    return isAlone ? this.#token(at, at + 1, dateAmount({ month })) : null;
  }

  /** `14 March 1962`, `2024-11-30`, `14.03.1962`. */
  #date(at: number): ClaimToken | null {
    const value = Number(this.#tokens[at]?.term);
    const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(this.#written(at));
    if (dotted) return this.#day(at, at + 1, Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
    if (!Number.isInteger(value)) return null;
    const isJoined = (sign: string) =>
      this.#between(at, at + 1) === sign &&
      this.#between(at + 1, at + 2) === sign &&
      this.#tokens[at + 2]?.kind === 'number';
    const [second, third] = [Number(this.#tokens[at + 1]?.term), Number(this.#tokens[at + 2]?.term)];
    if (isYear(value) && (isJoined('-') || isJoined('/'))) return this.#day(at, at + 3, value, second, third);
    if (isYear(third) && isJoined('/') && value > 12) return this.#day(at, at + 3, third, second, value);
    if (isYear(third) && isJoined('/') && second > 12) return this.#day(at, at + 3, third, value, second);
    if (value < 1 || value > 31) return null;
    let next = at + 1;
    while (next < at + 3 && IN_BETWEEN.has(this.#wordAt(next))) next++;
    if (!/^(?:\.|st|nd|rd|th)?\s*$/.test(next === at + 1 ? this.#between(at, next) : '')) return null;
    const month = monthOf(this.#wordAt(next));
    if (
      month === undefined ||
      (isDoubtfulMonth(this.#wordAt(next)) &&
        !this.#tokens[next]?.form?.isCapitalised &&
        next === at + 1 &&
        /^(?:may|set|mar|march|mars)$/.test(this.#wordAt(next)))
    )
      return null;
    next++;
    let behind = next;
    while (behind < next + 2 && IN_BETWEEN.has(this.#wordAt(behind))) behind++;
    const year = Number(this.#tokens[behind]?.term);
    if (
      this.#tokens[behind]?.kind === 'number' &&
      isYear(year) &&
      /^[.,]{0,2}\s*$/.test(behind === next ? this.#between(next - 1, next) : '')
    )
      return this.#token(at, behind + 1, dateAmount({ year, month, day: value }));
    return this.#token(at, next, dateAmount({ month, day: value }));
  }

  #day(at: number, next: number, year: number, month: number, day: number): ClaimToken | null {
    if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null;
    return this.#token(at, next, dateAmount({ year, month, day }));
  }

  /** `19:00`, `7 pm`, `8.30 am`. */
  #clock(at: number, written: string): ClaimToken | null {
    const parts = /^(\d{1,2})(?:[.:](\d{2}))?$/.exec(written);
    if (!parts) return null;
    let hours = Number(parts[1]);
    const minutes = Number(parts[2] ?? 0);
    if (hours > 24 || minutes > 59) return null;
    const tail = /^\s?([ap])\.?m\b\.?/i.exec(
      this.#text.slice(this.#tokens[at]?.end ?? 0, (this.#tokens[at]?.end ?? 0) + 6),
    );
    if (!tail) {
      if (!written.includes(':')) return null;
      return this.#token(at, at + 1, { kind: 'clock', value: 60 * hours + minutes, written: hours });
    }
    hours = (hours % 12) + (tail[1]?.toLowerCase() === 'p' ? 12 : 0);
    const end = (this.#tokens[at]?.end ?? 0) + tail[0].length;
    let next = at + 1;
    while (next < this.#tokens.length && (this.#tokens[next]?.start ?? 0) < end) next++;
    return this.#token(at, next, { kind: 'clock', value: 60 * hours + minutes, written: hours }, end);
  }

  /** `£4.2 million`, `EUR 12`. */
  #currencyBefore(token: ClaimToken, minus: number): void {
    const { amount } = token;
    if (!amount) return;
    const before = this.#text.slice(Math.max(0, token.start - minus - 4), token.start - minus);
    const sign = /(?:(?:US|C|A|R)?\$|[€£¥₹₩₽₺₪₴₫])\s?$/.exec(before)?.[0];
    const currency = sign === undefined ? undefined : currencyOf(sign.trim());
    if (sign !== undefined && currency !== undefined) {
      token.start -= sign.length;
      Object.assign(amount, { kind: 'money', currency });
      return;
    }
    const last = this.#read.at(-1);
    if (!last || last.amount || token.start - last.end !== 1) return;
    const code = this.#text.slice(last.start, last.end);
    if (!/^[A-Z]{3}$/.test(code)) return;
    const known = currencyOf(code);
    if (known === undefined) return;
    this.#read.pop();
    token.start = last.start;
    Object.assign(amount, { kind: 'money', currency: known });
  }

  #unitBehind(token: ClaimToken): void {
    const { amount } = token;
    if (!amount) return;
    const behind = this.#text.slice(token.end, token.end + 3);
    const sign = /^\s?(%|‰|°[CF]?|[€£$¥])/.exec(behind)?.[0];
    if (sign !== undefined) {
      const plain = sign.trim();
      const currency = currencyOf(plain);
      token.end += sign.length;
      while (this.#at < this.#tokens.length && (this.#tokens[this.#at]?.start ?? 0) < token.end) this.#at++;
      if (currency !== undefined) Object.assign(amount, { kind: 'money', currency });
      else
        setUnit(
          amount,
          plain === '‰'
            ? { kind: 'share', factor: 0.1 }
            : (unitOf(plain, plain) ?? { kind: 'degrees', factor: 1 }),
        );
      return;
    }
    const next = this.#tokens[this.#at];
    const gap = next ? this.#text.slice(token.end, next.start) : '';
    if (
      !next ||
      next.kind === 'number' ||
      (gap !== ' ' && gap !== '' && gap !== '-' && gap !== '\u00a0' && gap !== '\u202f')
    )
      return;
    const word = next.form?.word ?? '';
    const second = this.#wordAt(this.#at + 1);
    if (word === 'per' && (second === 'cent' || second === 'mille'))
      return this.#takeUnit(token, 2, { kind: 'share', factor: second === 'cent' ? 1 : 0.1 });
    if (word === 'por' && second === 'ciento') return this.#takeUnit(token, 2, { kind: 'share', factor: 1 });
    if (word === 'pour' && second === 'cent') return this.#takeUnit(token, 2, { kind: 'share', factor: 1 });
    if (word === 'percentage' && second.startsWith('point'))
      return this.#takeUnit(token, 2, { kind: 'points', factor: 1 });
    if (
      (word === 'square' || word === 'cubic') &&
      unitOf(this.#written(this.#at + 1), second)?.kind === 'length'
    ) {
      const { factor } = unitOf(this.#written(this.#at + 1), second) ?? { factor: 1 };
      return this.#takeUnit(
        token,
        2,
        word === 'square'
          ? { kind: 'area', factor: factor ** 2 }
          : { kind: 'volume', factor: 1000 * factor ** 3 },
      );
    }
    const of = /^(?:de|d)$/.test(word) ? 1 : 0;
    const unit = of === 0 ? unitOf(this.#written(this.#at), word) : undefined;
    if (unit) return this.#takeUnit(token, 1, unit);
    const behindIt = isBeforeUnit(word) ? unitOf(this.#written(this.#at + 1), second) : undefined;
    if (behindIt) return this.#takeUnit(token, 2, behindIt);
    // `3.2 million euros`, `12 million Swiss francs`, `54 milhões de euros`
    for (let skip = 0; skip <= 1; skip++) {
      const name = this.#wordAt(this.#at + skip).replace(/^d'/, '');
      const currency = currencyOf(this.#written(this.#at + skip), name);
      if (currency === undefined) continue;
      if (skip === 1 && of === 0 && !this.#tokens[this.#at]?.form?.isCapitalised) break;
      token.end = this.#tokens[this.#at + skip]?.end ?? token.end;
      this.#at += skip + 1;
      Object.assign(amount, { kind: 'money', currency });
      return;
    }
  }

  #takeUnit(token: ClaimToken, count: number, unit: { kind: string; factor: number; offset?: number }): void {
    token.end = this.#tokens[this.#at + count - 1]?.end ?? token.end;
    this.#at += count;
    if (token.amount) setUnit(token.amount, unit);
  }

  /** `at least`, `more than`, `about` before it. */
  #bounded(token: ClaimToken, at: number): ClaimToken {
    const { amount } = token;
    if (!amount) return token;
    const [third, second, first] = [this.#wordAt(at - 3), this.#wordAt(at - 2), this.#wordAt(at - 1)];
    const nearby = (word: string) => word !== '' && !this.#between(at - 1, at).includes('.');
    if (
      nearby(first) &&
      (ABOUT.has(first) ||
        (ARTICLE.has(first) && ABOUT.has(second)) ||
        (first === 'to' && second === 'close'))
    )
      amount.isAbout = true;
    else if (/[~≈∼]\s?$/.test(this.#text.slice(Math.max(0, token.start - 2), token.start)))
      amount.isAbout = true;
    const bound = boundOf(third, second, first);
    if (bound) amount.bound = bound;
    return token;
  }
}

function boundOf(third: string, second: string, first: string): Amount['bound'] | undefined {
  const isDenied = third === 'no' || third === 'not' || third === 'nicht';
  const pair = `${second} ${first}`;
  if (/^(?:at least|minimum of|au moins|al menos|por menos|almeno de|not under|not below)$/.test(pair))
    return '>=';
  if (/^(?:at most|maximum of|up to|limited to|bis zu|au plus|como maximo|jusqu'a de)$/.test(pair))
    return '<=';
  if (/^(?:mindestens|minimum|almeno)$/.test(first)) return '>=';
  if (/^(?:hochstens|maximum|maximal|hasta|jusqu'a)$/.test(first)) return '<=';
  if (
    /^(?:more than|greater than|higher than|longer than|larger than|mehr als|plus de|mas de|piu di|mais de)$/.test(
      pair,
    )
  )
    return isDenied ? '<=' : '>';
  if (
    /^(?:less than|fewer than|lower than|shorter than|smaller than|weniger als|moins de|menos de|meno di)$/.test(
      pair,
    )
  )
    return isDenied ? '>=' : '<';
  if (/^(?:over|above|exceeding|exceeds|exceeded|uber)$/.test(first)) return '>';
  if (/^(?:under|below|unter)$/.test(first)) return '<';
  return undefined;
}

const dateAmount = (date: NonNullable<Amount['date']>): Amount => ({
  kind: 'date',
  value: date.year ?? 0,
  written: date.day ?? date.year ?? 0,
  date,
});

function setUnit(
  amount: Amount,
  { kind, factor, offset }: { kind: string; factor: number; offset?: number },
): void {
  amount.kind = kind;
  amount.value = amount.written * factor + (offset ?? 0);
}

/** `40 to 65 kg`: the first is in kilograms, too. */
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
