import type { Disagreement } from './disagreement.js';
import { exceptedIn } from './find-left-out.js';
import { isDeniedCell } from './find-split-row.js';
import {
  answersNegation,
  continuesNegation,
  deniesItsNounOnly,
  isConcordant,
  isPermission,
  liftsNegation,
} from './negators.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isBe, isVerbAt } from './verbs.js';

interface Negation {
  /** Index of the negator. */
  at: number;
  /** Index of the negated word. */
  target: number;
  /** The other text denies the same word. */
  isPaired: boolean;
}

const OR = new Set(['or', 'nor', 'oder', 'noch', 'o', 'ni', 'ou']);
const CONDITIONS = new Set(['without', 'unless', 'except', 'ohne', 'sin', 'sans', 'senza']);
const UNTIL = new Set(['until', 'till', 'bis']);
const PAST = /^(?:was|were|did|had|wurde|wurden)(?:n['’]t)?$/;
const LONGEST_LIST = 24;
const MOST_APART = 8;

/** Finds a statement that only one side denies: `does not support X` where the source supports it. */
export function findNegation(region: Region): Disagreement | null {
  const { claim, passage } = region;
  if (claim.negators.length === 0 && passage.negators.length === 0) return null;
  const claimed = negationsOf(claim);
  const found = withWhatIsBarred(passage, negationsOf(passage), claim);
  if (claimed.length === 0 && found.length === 0) return null;
  const isNear = (index: number, than: number) =>
    isAsNear(passage, { index, than, other: claim, sentenceAt: region.sentenceAt });
  for (const one of claimed) {
    const term = claim.term(one.target);
    const other = found
      .filter(({ target, isPaired }) => !isPaired && passage.term(target) === term)
      .find(({ target }, _, all) => all.every((another) => isNear(target, another.target)));
    if (!other) continue;
    const said = saidOutright(region, term, other.target);
    if (said !== -1 && !isDeniedCell(region, said))
      return {
        kind: 'negation',
        at: one.at,
        claimed: `${claim.written(one.at)} … ${claim.written(one.target)}`,
        found: passage.written(said),
        isCertain: true,
      };
    one.isPaired = other.isPaired = true;
  }
  const inClaim = unanswered(claim, claimed, passage, found, () => 0);
  // `has not paid`, if the row has `no` in the column `Paid`.
  if (inClaim && !isDeniedCell(region, inClaim.place))
    return {
      kind: 'negation',
      at: inClaim.at,
      claimed: inClaim.denied,
      found: inClaim.said,
      isCertain: inClaim.isCertain,
    };
  // `No member was paid, except Frith`, if the claim is about Frith.
  const meant = found.filter(({ at }) => {
    const excepted = exceptedIn(region, region.sentenceAt(at));
    return excepted === -1 || !region.claimed.has(passage.term(excepted)) || excepted < at;
  });
  const inPassage = unanswered(passage, meant, claim, claimed, region.sentenceAt);
  return (
    inPassage && {
      kind: 'negation',
      at: inPassage.place,
      claimed: inPassage.said,
      found: inPassage.denied,
      isCertain: inPassage.isCertain,
    }
  );
}

/**
 * Where a sentence with all words of the claim says what the claim denies, and the sentence that denies it is about
 * something else: `Anna: paid yes`, `Ben: paid no`, and the claim has Anna. -1 if there is none.
 */
function saidOutright({ claim, passage, sentenceAt }: Region, term: string, denied: number): number {
  const wanted = new Set(claim.tokens.flatMap((_, at) => (claim.isContent(at) ? [claim.term(at)] : [])));
  const isOf = (sentence: number) => {
    const places = passage.tokens.flatMap((_, at) => (sentenceAt(at) === sentence ? [at] : []));
    const held = new Set(places.map((at) => passage.term(at)));
    return {
      hasAll: [...wanted].every((one) => held.has(one)),
      isDenied: places.some((at) => passage.isNegator(at) || answersNegation(passage.word(at))),
    };
  };
  if (isOf(sentenceAt(denied)).hasAll) return -1;
  return passage.tokens.findIndex((_, at) => {
    if (passage.term(at) !== term || sentenceAt(at) === sentenceAt(denied)) return false;
    const { hasAll, isDenied } = isOf(sentenceAt(at));
    return hasAll && !isDenied;
  });
}

/** `Bicycles are not allowed`, if the claim has people ride bicycles: what is not allowed comes before the negator. */
function withWhatIsBarred(run: TokenRun, negations: Negation[], other: TokenRun): Negation[] {
  return negations.map((one) => {
    if (
      !isPermission(run.word(one.target)) ||
      other.tokens.some((_, at) => other.term(at) === run.term(one.target))
    )
      return one;
    const barred = run.nextContent(one.at, -1);
    return barred === -1 ? one : { ...one, target: barred };
  });
}

function negationsOf(run: TokenRun): Negation[] {
  const negations: Negation[] = [];
  for (const at of run.negators) {
    const next = run.word(at + 1);
    // `never enter, not even to rescue`: repeats the denial.
    if (happensLater(run, at) || /^(?:even|einmal)$/.test(next)) continue;
    const isNumbering = run.tokens[at + 1]?.kind === 'number' && run.word(at) === 'no';
    if (isNumbering || liftsNegation(next) || OR.has(run.word(at - 1))) continue;
    const isSecond =
      isConcordant(run.word(at)) &&
      negations.some((other) => run.isSameClause(other.at, at) && at - other.at < MOST_APART);
    if (isSecond) continue;
    const isContinued = continuesNegation(next);
    // `no more than ten` sets a limit.
    if (isContinued && /^(?:than|als|que|di|de)$/.test(run.word(at + 2))) continue;
    const after = run.nextContent(isContinued ? at + 1 : at, 1);
    const target = after === -1 ? run.nextContent(at, -1) : after;
    if (target === -1) continue;
    negations.push({ at, target, isPaired: false });
  }
  return negations;
}

/** `was not opened until 1932`: it was opened. `Guests are not admitted until noon` says when they are. */
function happensLater(run: TokenRun, negator: number): boolean {
  const isPast = PAST.test(run.word(negator)) || PAST.test(run.word(negator - 1));
  for (let at = negator + 1; isPast && at < run.tokens.length && !run.endsSentence(at - 1); at++)
    if (UNTIL.has(run.word(at))) return true;
  return false;
}

const isLifted = (run: TokenRun, until: number) =>
  run.negators.some((at) => at < until && happensLater(run, at));

/** `with or without a booking` covers both. */
function isDeniedOrNot(run: TokenRun, index: number): boolean {
  for (let at = index - 1; at >= Math.max(1, index - 3); at--)
    if (run.isNegator(at) && OR.has(run.word(at - 1))) return true;
  return false;
}

/** A negation of one text whose word is in the other and is not denied there. */
function unanswered(
  run: TokenRun,
  negations: readonly Negation[],
  other: TokenRun,
  otherNegations: readonly Negation[],
  sentenceAt: (index: number) => number,
): { denied: string; said: string; at: number; place: number; isCertain: boolean } | null {
  for (const { at, target, isPaired } of negations) {
    if (isPaired) continue;
    const together = negations.filter((one) => run.isSameClause(one.at, at));
    // `cannot be used without` denies twice. The statement can be rephrased without either negation, but not without
    // its condition.
    if (together.length > 1 && together.every((one) => !one.isPaired)) {
      const condition = conditionAfter(run, at, other);
      if (condition === -1) continue;
      const place = other.tokens.findIndex((_, index) => other.term(index) === run.term(target));
      if (place === -1) continue;
      return {
        denied: `${run.written(at)} … ${run.written(condition)}`,
        said: other.written(place),
        at,
        place,
        isCertain: false,
      };
    }
    const term = run.term(target);
    // Said and denied in one passage, so about different things.
    const isSaidToo = run.tokens.some(
      (_, index) =>
        run.term(index) === term &&
        !negations.some((one) => run.isSameClause(one.at, index)) &&
        isAsNear(run, { index, than: target, other, sentenceAt }),
    );
    if (isSaidToo) continue;
    // `approved without any conditions`, if it was approved on condition that …
    const isOfNoun = deniesItsNounOnly(run.word(at));
    const places = other.tokens.flatMap((_, index) =>
      other.term(index) === term &&
      (isSameMatter(run, target, other, index) || (isOfNoun && isInSentence(run, other, index)))
        ? [index]
        : [],
    );
    // `Ben: paid no`, `Carla: paid no`: the other text denies it too, of one of them.
    const isDeniedToo = (place: number) => otherNegations.some((one) => one.isPaired && one.target === place);
    const isOfAnother = together.every((one) => !one.isPaired);
    if (isOfAnother && places.length > 0 && places.every(isDeniedToo)) continue;
    const isAnswered = places.some(
      (place) =>
        isDeniedOrNot(other, place) ||
        otherNegations.some((one) =>
          other.isSameClause(one.at, place) ? !one.isPaired : isInDeniedList(other, one.at, place),
        ) ||
        other.tokens.some(
          (_, index) =>
            other.isSameClause(index, place) &&
            answersNegation(other.word(index)) &&
            !(UNTIL.has(other.word(index)) && isLifted(other, index)),
        ),
    );
    const place = places[0];
    if (place === undefined || isAnswered) continue;
    return {
      denied: `${run.written(at)} … ${run.written(target)}`,
      said: other.written(place),
      at,
      place,
      isCertain: !isOfNoun || isSameMatter(run, target, other, place),
    };
  }
  return null;
}

/** Whether the sentence of one word shares as much with the other text as that of another word. */
export function isAsNear(
  run: TokenRun,
  {
    index,
    than,
    other,
    sentenceAt,
  }: { index: number; than: number; other: TokenRun; sentenceAt: (index: number) => number },
): boolean {
  const [left, right] = [sentenceAt(index), sentenceAt(than)];
  if (left === right) return true;
  const theirs = new Set(other.tokens.flatMap((_, at) => (other.isContent(at) ? [other.term(at)] : [])));
  // `plays at ten` and `does not play at eight`, if the other text has eight.
  const figures = (sentence: number) =>
    run.tokens.filter(({ amount, term }, at) => amount && theirs.has(term) && sentenceAt(at) === sentence);
  const own = new Set(figures(left).map(({ term }) => term));
  if (figures(right).some(({ term }) => !own.has(term))) return false;
  const shared = (sentence: number) => {
    const found = new Set<string>();
    for (let at = 0; at < run.tokens.length; at++)
      if (sentenceAt(at) === sentence && theirs.has(run.term(at))) found.add(run.term(at));
    return found.size;
  };
  return shared(left) >= shared(right);
}

/**
 * `may not … without consent`: the `without` after a negator, if the other text has no word of its condition; -1 if
 * none.
 */
function conditionAfter(run: TokenRun, negator: number, other: TokenRun): number {
  for (let at = negator + 1; at < run.tokens.length && run.isSameClause(at, negator); at++) {
    if (!CONDITIONS.has(run.word(at))) continue;
    for (let index = at + 1; index < run.tokens.length && run.isSameClause(index, at); index++)
      if (run.isContent(index) && other.tokens.some((_, own) => other.term(own) === run.term(index)))
        return -1;
    return at;
  }
  return -1;
}

/** A list that is denied as a whole: `not … WiFi, music or outdoor seating`, `garage and valet parking are not …`. */
function isInDeniedList(run: TokenRun, negator: number, place: number): boolean {
  const [first, last] = [Math.min(negator, place), Math.max(negator, place)];
  if (last - first > LONGEST_LIST || run.endsWithin(first, last)) return false;
  if (place < negator) {
    for (let at = place; run.segmentOf(at) !== run.segmentOf(negator); at++)
      if (isVerbAt(run, at)) return false;
    // `… are not available`, but not `but not for the roof`.
    for (let at = negator - 1; run.isSameClause(at, negator); at--) if (isBe(run.word(at))) return true;
    return false;
  }
  const own = run.segmentOf(negator);
  for (let at = negator + 1; at < run.tokens.length && run.segmentOf(at) <= run.segmentOf(place) + 1; at++) {
    if (OR.has(run.word(at))) return true;
    // A new statement begins here.
    if (run.segmentOf(at) !== own && at <= place && isVerbAt(run, at)) return false;
  }
  return false;
}

/** Whether the sentence of a word shares more than half of the other text. */
function isInSentence(run: TokenRun, other: TokenRun, place: number): boolean {
  let from = place;
  while (from > 0 && !other.endsSentence(from - 1)) from--;
  const theirs = new Set<string>();
  for (let at = from; at < other.tokens.length && (at === from || !other.endsSentence(at - 1)); at++)
    theirs.add(other.term(at));
  const own = run.tokens.flatMap((_, at) => (run.isContent(at) ? [run.term(at)] : []));
  return 2 * own.filter((term) => theirs.has(term)).length > own.length;
}

/** Whether the word shares context in both texts, which means the same thing is meant. */
function isSameMatter(run: TokenRun, target: number, other: TokenRun, place: number): boolean {
  const around = run.clause(target);
  if (around.size === 0) return true;
  const theirs = other.clause(place);
  if (theirs.size === 0) return true;
  for (const term of around) if (theirs.has(term)) return true;
  return false;
}
