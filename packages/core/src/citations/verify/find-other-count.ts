import { isYear } from './amount.js';
import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { rangeOfSentence } from './sentence-of-claim.js';
import type { TokenRun } from './token-run.js';
import { isVerbAt } from './verbs.js';

// How many of a thing, and how often: `two tablets three times a day`.

const ONCE = /^(?:once|twice|thrice|einmal|zweimal|dreimal)$/iu;
const TIMES = /^(?:times|mal)$/;
const PER = /^(?:a|an|per|each|every|pro|am|im|jede[nrs]?)$/;

/** `three tablets twice a day`, where the sentence has `two tablets three times a day`. */
export function otherCount(region: Region, sentence: number): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  const [from, to] = rangeOfSentence(region, sentence);
  for (let at = 0; at + 1 < claim.tokens.length; at++) {
    if (!isCount(claim, at) || TIMES.test(claim.word(at + 1)) || ONCE.test(claim.written(at))) continue;
    if (!claim.isContent(at + 1) || isVerbAt(claim, at + 1) || claim.gapAfter(at) !== ' ') continue;
    const there = (places[termOf[at + 1] ?? -1] ?? []).filter((place) => place > from && place < to);
    const counts = there.filter(
      (place) => isCount(passage, place - 1) && passage.gapAfter(place - 1) === ' ',
    );
    const [first] = counts;
    if (first === undefined || counts.length < there.length) continue;
    if (counts.some((place) => passage.term(place - 1) === claim.term(at))) continue;
    return differs(region, at, first - 1);
  }
  return null;
}

/** `twice a day`, where the sentence has `three times a day`. */
export function otherFrequency(region: Region, sentence: number): Disagreement | null {
  const [ours] = frequenciesIn(region.claim, 0, region.claim.tokens.length);
  if (!ours) return null;
  const theirs = frequenciesIn(region.passage, ...rangeOfSentence(region, sentence)).filter(
    ({ unit }) => unit === ours.unit,
  );
  const [first] = theirs;
  if (!first || theirs.some(({ count }) => count === ours.count)) return null;
  return differs(region, ours.at, first.at);
}

const differs = ({ claim, passage }: Region, at: number, place: number): Disagreement => ({
  kind: 'number',
  at,
  claimed: claim.words(at, at + 1),
  found: passage.words(place, place + 1),
  isCertain: false,
});

function isCount(run: TokenRun, at: number): boolean {
  const amount = run.tokens[at]?.amount;
  return (
    amount !== undefined &&
    amount.kind === '' &&
    amount.date === undefined &&
    amount.isFraction !== true &&
    !isYear(amount.value)
  );
}

interface Frequency {
  at: number;
  count: string;
  /** The term of `day`. */
  unit: string;
}

function frequenciesIn(run: TokenRun, from: number, to: number): Frequency[] {
  const found: Frequency[] = [];
  for (let at = from; at + 2 < to; at++) {
    const isOnce = ONCE.test(run.written(at));
    if (!isOnce && !(run.tokens[at]?.amount && TIMES.test(run.word(at + 1)))) continue;
    const per = isOnce ? at + 1 : at + 2;
    if (!PER.test(run.word(per)) || per + 1 >= to) continue;
    const count = /^(?:once|einmal)$/iu.test(run.written(at)) ? '1' : run.term(at);
    found.push({ at, count, unit: run.term(per + 1) });
  }
  return found;
}
