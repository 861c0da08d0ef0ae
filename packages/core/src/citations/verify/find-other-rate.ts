import { compareAmounts } from './amount.js';
import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { AMOUNT } from './word-traits.js';
import { withoutAccents } from './without-accents.js';

/** One line per period of time, as a noun and as an adjective or adverb. */
const PERIODS = `
hour hours hourly stunde stunden stündlich
day days daily tag tage täglich
week weeks weekly woche wochen wöchentlich
month months monthly monat monate monatlich
quarter quarters quarterly quartal vierteljährlich
year years yearly annual annually annum jahr jahre jährlich
`;
const periods = readPeriods();

function readPeriods(): Map<string, number> {
  const found = new Map<string, number>();
  for (const [period, line] of PERIODS.trim().split('\n').entries())
    for (const word of withoutAccents(line).split(' ')) found.set(word, period);
  return found;
}

const PER = /^(?:per|a|an|each|every|pro|je)$/;
/** Words after an amount that may name its period. */
const REACH = 5;

interface Rate {
  period: number;
  /** Its first and last word. */
  first: number;
  last: number;
}

/** Finds `£1,500 a day` where the source has `£1,500 a week`. */
export function findOtherRate({ claim, passage }: Region): Disagreement | null {
  if (!claim.has(AMOUNT)) return null;
  for (const [at, { amount }] of claim.tokens.entries()) {
    const own = amount && amount.date === undefined ? rateOf(claim, at) : null;
    if (!amount || !own) continue;
    const rates = passage.tokens.flatMap(({ amount: other }, index) =>
      other && compareAmounts(amount, other) === 'same' ? [rateOf(passage, index)] : [],
    );
    const [other] = rates;
    if (!other || rates.some((rate) => rate === null || rate.period === own.period)) continue;
    return {
      kind: 'kind',
      at: own.last,
      claimed: claim.words(own.first, own.last),
      found: passage.words(other.first, other.last),
      isCertain: true,
    };
  }
  return null;
}

function rateOf(run: TokenRun, at: number): Rate | null {
  for (let index = at + 1; index <= at + REACH && !run.endsWithin(at, index); index++) {
    if (run.tokens[index]?.amount) break;
    const period = periods.get(run.word(index));
    if (period === undefined) continue;
    const first = PER.test(run.word(index - 1)) ? index - 1 : index;
    // `5 days after the end of a month` is not a rate.
    return index === at + 1 || (first === at + 1 && first < index) || isPerBetween(run, at, index)
      ? { period, first, last: index }
      : null;
  }
  return null;
}

/** `£11.20 per square metre and month`. */
const isPerBetween = (run: TokenRun, at: number, index: number) =>
  /^(?:per|pro|je)$/.test(run.word(at + 1)) && /^(?:and|per|und|a)$/.test(run.word(index - 1));
