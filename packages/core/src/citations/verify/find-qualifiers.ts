import type { ClaimToken } from './claim-token.js';
import type { Disagreement } from './disagreement.js';
import { exceptedIn } from './find-left-out.js';
import { isAsNear } from './find-negation.js';
import { onceOf } from './once-of.js';
import { qualifierPhrases, type Sort } from './qualifier-words.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isAuxiliary, isBe, isPronoun } from './verbs.js';
import { QUALIFIES } from './word-traits.js';

/** A word that says how certain, how much or how often, and the word that it qualifies. */
interface Qualifier {
  sort: Sort;
  /** Words of one grade mean the same. */
  grade: string;
  at: number;
  /** Its number of words. */
  length: number;
  target: number;
}

/** Whether a word can qualify what follows it. */
export const isQualifier = ({ form }: ClaimToken) => form !== null && qualifierPhrases.has(form.word);

/** Words of the claim that a word of doubt must cover, unless it covers most of the claim. */
const LEAST_DOUBTED = 2;
const NONE: readonly Qualifier[] = [];
/** Share of the claim that must follow a limiting word. */
const MOST_OF_IT = 0.8;

/** Grades that count as equal, in either direction. */
const ALIKE = new Set(['some many', 'most usually', 'will plan?', 'may suspect', 'many usually']);

/**
 * Finds `must` where the source says `may`, `all` where it says `some`, and either if the other side has no qualifier:
 * what is said of some is not said of all, and what may be is not what is.
 */
export function findQualifiers(region: Region): Disagreement[] {
  const { claim, passage } = region;
  const { ours, theirs } = qualifiersIn(region);
  const found: Disagreement[] = [];
  if (ours.length === 0 && theirs.length === 0) return found;
  for (const sort of ['modal', 'quantity', 'limit'] as const) {
    const own = ofSort(ours, sort);
    const others = ofSort(theirs, sort);
    for (const one of own) {
      const other = nearestTo(region, one, others);
      if (other) {
        if (!isAlike(one.grade, other.grade))
          found.push(say(sort, one.at, claim.written(one.at), passage.written(other.at)));
      } else if (
        hasTarget(passage, claim.term(one.target)) &&
        isAsked(one) &&
        !isSaidByDenial(region, one) &&
        !reaches(region, others, one)
      )
        found.push(say(sort, one.at, claim.words(one.at, one.at + one.length - 1), ''));
    }
    if (sort === 'limit' && own.length === 0)
      for (const other of others)
        if (isConditionLeftOut(claim, passage, other.at))
          found.push(
            say(sort, 0, claim.written(0), `${passage.written(other.at)} ${passage.written(other.at + 1)} …`),
          );
    if (own.length > 0) continue;
    for (const other of others) {
      if (!limits(other)) continue;
      const doubted = other.grade === 'suspect' ? doubtedIn(region, other) : null;
      const target = doubted?.[0] ?? other.target;
      const at = claim.tokens.findIndex(
        (_, index) => claim.term(index) === passage.term(target) && claim.isContent(index),
      );
      if (at === -1 || isSaidPlainly(region, theirs, { ...other, target })) continue;
      const isDoubted = (doubted?.length ?? 0) >= LEAST_DOUBTED || leftOpenAt(passage, other.at) !== -1;
      if (!isDoubted && sharesLittle(region, other)) continue;
      found.push(
        say(sort, at, claim.written(at), `${passage.written(other.at)} … ${passage.written(target)}`),
      );
    }
  }
  return found;
}

/** Most sentences have no more than one sort. */
function ofSort(all: readonly Qualifier[], sort: Sort): readonly Qualifier[] {
  let found: Qualifier[] | null = null;
  for (const one of all) if (one.sort === sort) (found ??= []).push(one);
  return found ?? NONE;
}

/** `need not pay` if nothing is to be paid, `the only one` if it is `none, except …`. */
function isSaidByDenial(region: Region, { grade, at }: Qualifier): boolean {
  const { claim, passage } = region;
  const [denied] = passage.negators;
  if (denied === undefined) return false;
  if (grade === 'must') return claim.hasNegator(at);
  return grade === 'only' && exceptedIn(region, region.sentenceAt(denied)) > denied;
}

/** Words of the claim after a word of doubt, in its segment: `probably by the workshop of Matteo di Ruvo`. */
function doubtedIn({ passage, claimed }: Region, { at }: Qualifier): number[] {
  const found: number[] = [];
  // `vermutet, dass …`: the doubted statement follows in a separate clause.
  const clause = /^(?:dass|that|ob|whether)$/.test(passage.word(at + 1)) ? at + 1 : at;
  for (let index = clause + 1; index < passage.tokens.length && passage.isSameClause(index, clause); index++)
    if (passage.isContent(index) && claimed.has(passage.term(index))) found.push(index);
  return found;
}

/**
 * Whether the claim has a negation, a modal, a quantity or a limit that the passage lacks entirely. No reader may rate
 * such a claim as supported (CIT-5).
 */
export function saysMoreThanPassage(region: Region): boolean {
  const { claim, passage } = region;
  const denies = (run: TokenRun) => run.tokens.some(({ form }) => form?.isNegator === true);
  if (denies(claim) && !denies(passage)) return true;
  const { ours, theirs } = qualifiersIn(region);
  return ours.some(
    (one) => !theirs.some(({ sort, grade }) => sort === one.sort && isAlike(one.grade, grade)),
  );
}

const say = (sort: Sort, at: number, claimed: string, found: string): Disagreement => ({
  kind: sort === 'modal' ? 'modal' : 'quantity',
  at,
  claimed,
  found,
  isCertain: false,
});

const isAlike = (left: string, right: string) =>
  left === right || ALIKE.has(`${left} ${right}`) || ALIKE.has(`${right} ${left}`);

/** `usually` is often just a figure of speech, and what a contract says about the present also applies later. */
const isAsked = ({ grade }: Qualifier) => !/^(?:usually|many|none|will)$/.test(grade);
/** With these, the plain statement says more than the source does. */
const limits = ({ grade }: Qualifier) => /^(?:should|may|will|plan|suspect|some|few|most)$/.test(grade);

const qualifiersIn = ({ claim, passage }: Region) => ({
  ours: qualifiersOf(claim),
  theirs: qualifiersOf(passage),
});

const qualifiersOf = onceOf((run: TokenRun): readonly Qualifier[] =>
  run.has(QUALIFIES) ? findQualifiersOf(run) : NONE,
);

function findQualifiersOf(run: TokenRun): Qualifier[] {
  const found: Qualifier[] = [];
  for (let at = 0; at < run.tokens.length; at++) {
    if (!run.is(at, QUALIFIES)) continue;
    const open = leftOpenAt(run, at);
    if (open !== -1) found.push({ sort: 'modal', grade: 'suspect', at, length: 1, target: open });
    const phrase = qualifierPhrases
      .get(run.word(at))
      ?.find(({ words }) => words.every((word, index) => run.word(at + index) === word));
    if (!phrase || run.tokens[at]?.amount || run.word(at - 1) === 'at') continue;
    const { sort, grade, words } = phrase;
    // A month or a name.
    if (sort === 'modal' && run.tokens[at]?.kind === 'name') continue;
    const isSubjectOfThat = grade === 'suspect' || grade === 'plan';
    const after = targetOf(run, at + words.length, sort, isSubjectOfThat);
    // German puts the modal last: `in den Brunnen gelangt sein könnte`; `werden` forms a passive there.
    const isLast = after === -1 && sort === 'modal' && grade !== 'will' && run.isGerman;
    const target = isLast ? run.nextContent(at, -1) : after;
    // `must not` means `may not`.
    const isBarred =
      /^(?:may|must)$/.test(grade) && /^(?:not|never|nicht)$/.test(run.word(at + words.length));
    if (target !== -1)
      found.push({ sort, grade: isBarred ? 'barred' : grade, at, length: words.length, target });
    at += words.length - 1;
  }
  return found;
}

/** What is not ruled out: `Police do not rule out arson`, `a fault could not be ruled out`; -1 if there is none. */
function leftOpenAt(run: TokenRun, at: number): number {
  if (!/^rul(?:e|es|ed|ing)$/.test(run.word(at)) || run.word(at + 1) !== 'out') return -1;
  for (let before = at - 1; before >= at - 3 && run.isSameClause(before, at); before--)
    if (run.isNegator(before)) {
      const after = run.nextContent(at + 1, 1);
      return after === -1 ? run.nextContent(before, -1) : after;
    }
  return -1;
}

/** The next content word, after `be`, `not`, articles and numbers; in `few of them`, what they did. */
function targetOf(run: TokenRun, from: number, sort: Sort, isLong: boolean): number {
  for (let at = from; at < run.tokens.length && at < from + 8; at++) {
    if (run.segmentOf(at) !== run.segmentOf(from - 1) && !(sort === 'quantity' && at === from) && !isLong)
      return -1;
    const word = run.word(at);
    if (isBe(word) || isAuxiliary(word) || isPronoun(word) || run.tokens[at]?.amount) continue;
    if (run.isContent(at) && !word.endsWith('ly')) return at;
  }
  return -1;
}

/** Among qualifiers of the claim's own words nearby: the one whose word comes last, usually the verb. */
function nearestTo(region: Region, one: Qualifier, others: readonly Qualifier[]): Qualifier | null {
  const { claim, passage } = region;
  let best: Qualifier | null = null;
  let bestValue = 0;
  const segment = claim.segmentOf(one.at);
  for (const other of others) {
    const term = passage.term(other.target);
    if (!region.claimed.has(term)) continue;
    let value = 0;
    let shared = -1;
    for (let at = 0; at < claim.tokens.length; at++) {
      if (claim.term(at) !== term || !claim.isContent(at)) continue;
      const distance = Math.abs(claim.segmentOf(at) - segment);
      if (distance > 1) continue;
      if (shared === -1) shared = overlap(region, other);
      value = Math.max(value, (distance === 0 ? 2 : 1) + shared + at / 1000);
    }
    if (value > bestValue) {
      best = other;
      bestValue = value;
    }
  }
  return best;
}

/** Share of the words after a qualifier, in its segment, that are also in the claim. */
function overlap({ claimed, passage }: Region, { at }: Qualifier): number {
  let all = 0;
  let shared = 0;
  for (
    let index = at + 1;
    index < passage.tokens.length && passage.segmentOf(index) === passage.segmentOf(at);
    index++
  ) {
    if (!passage.isContent(index)) continue;
    all++;
    if (claimed.has(passage.term(index))) shared++;
  }
  return all === 0 ? 0 : shared / all;
}

/** Neither is most of it in the claim, nor most of the claim in it. */
function sharesLittle(region: Region, other: Qualifier): boolean {
  if (overlap(region, other) >= 0.5) return false;
  const { claim, passage } = region;
  const own = claim.tokens.flatMap((_, at) => (claim.isContent(at) ? [claim.term(at)] : []));
  const found = own.filter((term) =>
    passage.tokens.some(
      (_, index) => index > other.at && passage.isSameClause(index, other.at) && passage.term(index) === term,
    ),
  );
  return found.length < MOST_OF_IT * own.length;
}

/** `can be removed and washed`: the qualifier also applies to what is joined to its word. */
const reaches = ({ claim, passage, statementAt }: Region, others: readonly Qualifier[], one: Qualifier) =>
  others.some(
    ({ at, grade }) =>
      isAlike(grade, one.grade) &&
      passage.tokens.some(
        (_, index) =>
          index > at &&
          passage.term(index) === claim.term(one.target) &&
          statementAt(index) === statementAt(at),
      ),
  );

const hasTarget = (run: TokenRun, term: string) => run.tokens.some((_, index) => run.term(index) === term);

const CONDITION = /^(?:with|if|after|when|upon|by|on|mit|wenn|nach|bei)$/;

/** `only with consent`, if the claim has what comes before it but nothing of the condition. */
function isConditionLeftOut(claim: TokenRun, passage: TokenRun, only: number): boolean {
  if (!CONDITION.test(passage.word(only + 1))) return false;
  const isInClaim = (index: number) =>
    claim.tokens.some((_, at) => claim.isContent(at) && claim.term(at) === passage.term(index));
  let shared = 0;
  for (let index = only - 1; index >= 0 && passage.isSameClause(index, only); index--)
    if (passage.isContent(index) && isInClaim(index)) shared++;
  for (let index = only + 1; index < passage.tokens.length && passage.isSameClause(index, only); index++)
    if (passage.isContent(index) && isInClaim(index) && !isAuxiliary(passage.word(index))) {
      // German puts the verb last.
      if (!claim.isGerman || passage.isSameClause(index + 1, only)) return false;
    }
  return shared >= 2;
}

/** Whether the source also says it without the qualifier, which is then what the claim repeats. */
function isSaidPlainly(
  { passage, claim, sentenceAt }: Region,
  all: readonly Qualifier[],
  { target, sort }: Qualifier,
): boolean {
  const term = passage.term(target);
  return passage.tokens.some(
    (_, index) =>
      index !== target &&
      passage.term(index) === term &&
      isAsNear(passage, { index, than: target, other: claim, sentenceAt }) &&
      !all.some((one) => one.sort === sort && passage.segmentOf(one.at) === passage.segmentOf(index)),
  );
}
