import { isYear } from './amount.js';
import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { rangeOfSentence } from './sentence-of-claim.js';
import type { TokenRun } from './token-run.js';

// Values of one sentence, each with its own year: `4.2 million in 2024 and 3.8 million in 2025`.

const SEPARATES = /[,;]/u;
const JOINS = /^(?:and|but|while|whereas|to|then|or|und|aber|auf|dann|oder)$/;
const FEWEST = 2;

interface Pair {
  value: number;
  year: number;
}

/** `Revenue was 3.8 million in 2024`, where the sentence has that for 2025, and another amount for 2024. */
export function otherYear(region: Region, sentence: number): Disagreement | null {
  const { claim, passage } = region;
  const claimed = claimedPairs(claim);
  const pairs = claimed.length > 0 ? pairsIn(passage, ...rangeOfSentence(region, sentence)) : [];
  if (pairs.length < FEWEST) return null;
  for (const { value, year } of claimed) {
    const kind = claim.tokens[value]?.amount?.kind;
    const alike = pairs.filter((pair) => passage.tokens[pair.value]?.amount?.kind === kind);
    const ofYear = alike.filter((pair) => isSame(region, year, pair.year));
    const ofValue = alike.filter((pair) => isSame(region, value, pair.value));
    const [there] = ofYear;
    if (there && ofValue.length > 0 && !ofYear.some((pair) => ofValue.includes(pair)))
      return {
        kind: 'number',
        at: value,
        claimed: claim.written(value),
        found: passage.written(there.value),
        isCertain: false,
        isThere: true,
      };
  }
  return null;
}

const isSame = ({ claim, passage }: Region, at: number, place: number) =>
  claim.term(at) === passage.term(place);

/** A claim with one amount and one year says so of them, wherever they stand. */
function claimedPairs(claim: TokenRun): Pair[] {
  const [value, ...values] = indexes(claim, 0, claim.tokens.length, isValue);
  const [year, ...years] = indexes(claim, 0, claim.tokens.length, isTime);
  if (value === undefined || year === undefined) return [];
  return values.length + years.length === 0 ? [{ value, year }] : pairsIn(claim, 0, claim.tokens.length);
}

/** Parts of a sentence that have one amount and one year each. */
function pairsIn(run: TokenRun, from: number, to: number): Pair[] {
  const found: Pair[] = [];
  for (let first = from, at = from; at < to; at++) {
    const isEnd = at + 1 === to || SEPARATES.test(run.gapAfter(at)) || JOINS.test(run.word(at + 1));
    if (!isEnd) continue;
    const [value, ...values] = indexes(run, first, at + 1, isValue);
    const [year, ...years] = indexes(run, first, at + 1, isTime);
    if (value !== undefined && year !== undefined && values.length + years.length === 0)
      found.push({ value, year });
    first = at + 1;
  }
  return found;
}

function indexes(
  run: TokenRun,
  from: number,
  to: number,
  isOne: (run: TokenRun, at: number) => boolean,
): number[] {
  const found: number[] = [];
  for (let at = from; at < to; at++) if (isOne(run, at)) found.push(at);
  return found;
}

function isTime(run: TokenRun, at: number): boolean {
  const amount = run.tokens[at]?.amount;
  return amount !== undefined && (amount.date !== undefined || (amount.kind === '' && isYear(amount.value)));
}

const isValue = (run: TokenRun, at: number) => run.tokens[at]?.amount !== undefined && !isTime(run, at);
