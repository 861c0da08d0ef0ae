import type { Amount } from './amount.js';
import type { ClaimToken } from './claim-token.js';
import type { TokenCursor } from './token-cursor.js';
import { currencyOf, isBeforeUnit, moneyIn, unitOf } from './units.js';

/** `£4.2 million`, `EUR 12`. */
export function takeCurrencyBefore(cursor: TokenCursor, token: ClaimToken, minus: number): void {
  const { amount } = token;
  if (!amount) return;
  const before = cursor.text.slice(Math.max(0, token.start - minus - 4), token.start - minus);
  const sign = /(?:(?:US|C|A|R)?\$|[€£¥₹₩₽₺₪₴₫])\s?$/.exec(before)?.[0];
  const currency = sign === undefined ? undefined : currencyOf(sign.trim());
  if (sign !== undefined && currency !== undefined) {
    token.start -= sign.length;
    setMoney(amount, currency);
    return;
  }
  const last = cursor.read.at(-1);
  if (!last || last.amount || token.start - last.end !== 1) return;
  const code = cursor.text.slice(last.start, last.end);
  if (!/^[A-Z]{3}$/.test(code)) return;
  const known = currencyOf(code);
  if (known === undefined) return;
  cursor.read.pop();
  token.start = last.start;
  setMoney(amount, known);
}

export function takeUnitBehind(cursor: TokenCursor, token: ClaimToken): void {
  const { amount } = token;
  if (!amount) return;
  const behind = cursor.text.slice(token.end, token.end + 3);
  const sign = /^\s?(%|‰|°[CF]?|[€£$¥])/.exec(behind)?.[0];
  if (sign !== undefined) {
    const plain = sign.trim();
    const currency = currencyOf(plain);
    token.end += sign.length;
    while (cursor.at < cursor.tokens.length && (cursor.tokens[cursor.at]?.start ?? 0) < token.end)
      cursor.at++;
    if (currency !== undefined) setMoney(amount, currency);
    else
      setUnit(
        amount,
        plain === '‰'
          ? { kind: 'share', factor: 0.1 }
          : (unitOf(plain, plain) ?? { kind: 'degrees', factor: 1 }),
      );
    return;
  }
  const next = cursor.tokens[cursor.at];
  const gap = next ? cursor.text.slice(token.end, next.start) : '';
  if (
    !next ||
    next.kind === 'number' ||
    (gap !== ' ' && gap !== '' && gap !== '-' && gap !== '\u00a0' && gap !== '\u202f')
  )
    return;
  const word = next.form?.word ?? '';
  const second = cursor.wordAt(cursor.at + 1);
  if (word === 'per' && (second === 'cent' || second === 'mille'))
    return takeUnit(cursor, token, 2, { kind: 'share', factor: second === 'cent' ? 1 : 0.1 });
  if (word === 'por' && second === 'ciento') return takeUnit(cursor, token, 2, { kind: 'share', factor: 1 });
  if (word === 'pour' && second === 'cent') return takeUnit(cursor, token, 2, { kind: 'share', factor: 1 });
  if (word === 'percentage' && second.startsWith('point'))
    return takeUnit(cursor, token, 2, { kind: 'points', factor: 1 });
  if (word === 'percentage') return takeUnit(cursor, token, 1, { kind: 'share', factor: 1 });
  if (
    (word === 'square' || word === 'cubic') &&
    unitOf(cursor.written(cursor.at + 1), second)?.kind === 'length'
  ) {
    const { factor } = unitOf(cursor.written(cursor.at + 1), second) ?? { factor: 1 };
    return takeUnit(
      cursor,
      token,
      2,
      word === 'square'
        ? { kind: 'area', factor: factor ** 2 }
        : { kind: 'volume', factor: 1000 * factor ** 3 },
    );
  }
  const of = /^(?:de|d)$/.test(word) ? 1 : 0;
  const unit = of === 0 ? unitOf(cursor.written(cursor.at), word) : undefined;
  const speed = unit?.kind === 'length' ? speedOf(cursor, unit.factor) : null;
  if (speed) return takeUnit(cursor, token, speed.count, { kind: 'speed', factor: speed.factor });
  if (unit) return takeUnit(cursor, token, 1, unit);
  const behindIt = isBeforeUnit(word) ? unitOf(cursor.written(cursor.at + 1), second) : undefined;
  if (behindIt) return takeUnit(cursor, token, 2, behindIt);
  // `3.2 million euros`, `12 million Swiss francs`, `54 milhões de euros`
  for (let skip = 0; skip <= 1; skip++) {
    const name = cursor.wordAt(cursor.at + skip).replace(/^d'/, '');
    const currency = currencyOf(cursor.written(cursor.at + skip), name);
    if (currency === undefined) continue;
    if (skip === 1 && of === 0 && !cursor.tokens[cursor.at]?.form?.isCapitalised) break;
    token.end = cursor.tokens[cursor.at + skip]?.end ?? token.end;
    cursor.at += skip + 1;
    setMoney(amount, currency);
    return;
  }
}

const PER = new Set('per an a pro par por all'.split(' '));

/** `km/h`, `metres per second`, `miles an hour`. */
function speedOf(cursor: TokenCursor, length: number): { factor: number; count: number } | null {
  const isSlash = cursor.between(cursor.at, cursor.at + 1) === '/';
  const at = cursor.at + (isSlash ? 1 : 2);
  if (!isSlash && !PER.has(cursor.wordAt(cursor.at + 1))) return null;
  const time = unitOf(cursor.written(at), cursor.wordAt(at));
  return time?.kind === 'time' && time.factor <= 3600
    ? { factor: length / time.factor, count: at - cursor.at + 1 }
    : null;
}

function takeUnit(
  cursor: TokenCursor,
  token: ClaimToken,
  count: number,
  unit: { kind: string; factor: number; offset?: number },
): void {
  token.end = cursor.tokens[cursor.at + count - 1]?.end ?? token.end;
  cursor.at += count;
  if (token.amount) setUnit(token.amount, unit);
}

function setMoney(amount: Amount, code: string): void {
  const { currency, factor } = moneyIn(code);
  amount.kind = 'money';
  amount.currency = currency;
  amount.value *= factor;
}

function setUnit(
  amount: Amount,
  { kind, factor, offset }: { kind: string; factor: number; offset?: number },
): void {
  amount.kind = kind;
  amount.value = amount.written * factor + (offset ?? 0);
}
