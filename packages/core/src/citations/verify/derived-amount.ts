import { isYear, type Amount } from './amount.js';
import type { TokenRun } from './token-run.js';
import { isSameCurrency } from './units.js';

/** The most amounts of a passage that are combined. */
const MOST_AMOUNTS = 40;
const SECONDS_OF_MINUTE = 60;
/**
 * Two amounts of a passage whose difference or sum is the claimed one: `fifteen years` between 1967 and 1982, `seven
 * points` between 58 % and 51 %. Such a claim was calculated, not made up. Null if there are none.
 */
export function derivedFrom(amount: Amount, passage: TokenRun): [first: string, second: string] | null {
  const given = passage.tokens
    .flatMap((token, index) => (token.amount ? [{ amount: token.amount, index }] : []))
    .slice(0, MOST_AMOUNTS);
  for (const [place, left] of given.entries())
    for (const right of given.slice(place + 1)) {
      const [one, other] = [measureFor(amount, left.amount), measureFor(amount, right.amount)];
      if (one === null || other === null || one === other) continue;
      if (isClose(amount, Math.abs(one - other)) || (!isPoint(left.amount) && isClose(amount, one + other)))
        return [passage.written(left.index), passage.written(right.index)];
    }
  return null;
}

/** A date or a time of day: two of them have a distance but no sum. */
const isPoint = ({ kind, value, date }: Amount) =>
  date !== undefined || kind === 'clock' || (kind === '' && isYear(value));

/** An amount of the passage in the unit of the claimed one; null if it is of another kind. */
function measureFor(claimed: Amount, { kind, value, date, currency }: Amount): number | null {
  if (claimed.date || claimed.kind === 'clock') return null;
  if (claimed.kind === 'months' && (date || (kind === '' && isYear(value)))) {
    const { year = value, month = 1 } = date ?? {};
    return isYear(year) ? year * 12 + month : null;
  }
  if (claimed.kind === 'time' && kind === 'clock') return value * SECONDS_OF_MINUTE;
  if (claimed.kind === 'points' && kind === 'share') return value;
  return kind === claimed.kind && isSameCurrency(currency, claimed.currency) && !date ? value : null;
}

const isClose = ({ value, isAbout }: Amount, found: number) =>
  Math.abs(found - value) <= Math.abs(value) * (isAbout === true ? 0.05 : 0.002);
