import type { TokenRun } from './token-run.js';
import { kindOfWord, wordsOfKind, type DecidingKind } from './words-of-kind.js';

/** A point in which a claim says something else than the passage does. */
export interface Disagreement {
  kind: DecidingKind | 'negation' | 'roles';
  /** As the claim and the passage write it. */
  claimed: string;
  found: string;
  /** Everything around it is the same: it is the same statement, turned around. */
  isCertain: boolean;
}

/** Words that a place must have in common with the claim's to be the same place. */
const LEAST_SHARED = 2;
/** Share of the claim's clause that must be in the passage's where word order tells nothing. */
const SAME_CLAUSE = 0.75;

/** Before a name they say what it has to do with the rest: `from Leeds to York`. */
const PREPOSITIONS = new Set(
  'to from in by at of for with into onto against nach von aus bei zu mit gegen a de en por para con à par dans vers pour'.split(
    ' ',
  ),
);

/**
 * Looks for a word of the claim in whose place the passage has another one of its kind: `five users` where the source
 * has three, `fell` where it rose, one name for another. The place is known by what it stands with; where the claim's
 * own word stands in as good a place, they agree.
 */
export function findDisagreement(claim: TokenRun, passage: TokenRun): Disagreement | null {
  for (let index = 0; index < claim.tokens.length; index++) {
    const kind = kindOfWord(claim, index, passage);
    const other = kind && otherInItsPlace(kind, claim, index, passage);
    if (!kind || !other) continue;
    if (kind === 'opposite' && (hasNegator(claim, index) || hasNegator(passage, other.index))) continue;
    return {
      kind,
      claimed: claim.written(index),
      found: passage.written(other.index),
      isCertain: other.isCertain,
    };
  }
  return null;
}

function otherInItsPlace(
  kind: DecidingKind,
  claim: TokenRun,
  index: number,
  passage: TokenRun,
): { index: number; isCertain: boolean } | null {
  const words = wordsOfKind({ kind, claim, index, passage });
  if (!words) return null;
  const company = claim.company(index);
  const next = claim.term(claim.nextContent(index, 1));
  let same = -1;
  let best = { index: -1, value: 0, shared: 0, least: LEAST_SHARED };
  for (const word of words) {
    const theirs = passage.company(word.index);
    const shared = sharedWith(company, theirs);
    // What follows says most: the thing counted, the thing before which something happens.
    const isNext = next !== '' && passage.term(passage.nextContent(word.index, 1)) === next;
    const value = shared + (isNext ? 1 : 0);
    if (word.isSame) same = Math.max(same, value);
    else if (value > best.value && !isElsewhere(kind, claim, index, passage, word.index))
      best = {
        index: word.index,
        value,
        shared,
        least: Math.min(company.length, theirs.length, LEAST_SHARED),
      };
  }
  if (best.index >= 0 && best.shared >= best.least && best.value > same) {
    const isCertain = best.shared >= LEAST_SHARED && best.shared === company.length;
    const mayBeNoun = claim.isGerman && same >= 0;
    if (kind !== 'name' || (isCertain && !mayBeNoun)) return { index: best.index, isCertain };
    // A name that the passage has in another place may still be meant.
    if (same < 0 && !isOneName(claim.term(index), passage.term(best.index)))
      return { index: best.index, isCertain };
  }
  if (kind === 'name' || same >= 0) return null;
  const claimed = claim.clause(index);
  for (const { index: other } of words)
    if (!claimed.has(passage.term(other)) && isSameStatement(claimed, passage.clause(other)))
      return { index: other, isCertain: false };
  return null;
}

/** `Byzantine` and `Byzantium`. */
const isOneName = (left: string, right: string) => left.slice(0, 5) === right.slice(0, 5);

/** Names and numbers behind different prepositions do not compete, nor do years and amounts. */
function isElsewhere(
  kind: DecidingKind,
  claim: TokenRun,
  index: number,
  passage: TokenRun,
  other: number,
): boolean {
  if (kind === 'opposite') return false;
  if (kind === 'number' && isYear(claim.term(index)) !== isYear(passage.term(other))) return true;
  const [left, right] = [claim.wordBefore(index), passage.wordBefore(other)];
  return left !== right && PREPOSITIONS.has(left) && PREPOSITIONS.has(right);
}

const isYear = (term: string) => /^(?:1\d|2[01])\d\d$/.test(term);

/** Word order differs, but the clauses say the same apart from this word. */
function isSameStatement(claimed: ReadonlySet<string>, found: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const term of claimed) if (found.has(term)) shared++;
  return shared >= LEAST_SHARED && shared >= SAME_CLAUSE * claimed.size;
}

function sharedWith(left: readonly string[], right: readonly string[]): number {
  let shared = 0;
  for (const term of left) if (right.includes(term)) shared++;
  return shared;
}

function hasNegator(run: TokenRun, index: number): boolean {
  return run.tokens.some((_, at) => run.isSameClause(index, at) && run.isNegator(at));
}
