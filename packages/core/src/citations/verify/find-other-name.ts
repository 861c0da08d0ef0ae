import type { Disagreement } from './disagreement.js';
import type { TokenRun } from './token-run.js';

/** Context words that a position must share with that of the claim to be the same. */
const LEAST_SHARED = 2;

/** Prepositions before a name that give its role: `from Leeds to York`. */
const PREPOSITIONS = new Set(
  'to from in by at of for with into onto against nach von aus bei zu mit gegen a de en por para con à par dans vers pour'.split(
    ' ',
  ),
);

/**
 * Finds a name of the claim that the passage replaces with another. Positions are matched by their context. If the
 * claim's own name is in an equally good position, they agree.
 */
export function findOtherName(claim: TokenRun, passage: TokenRun): Disagreement | null {
  for (let index = 0; index < claim.tokens.length; index++) {
    if (!isNameIn(claim, index, passage)) continue;
    const other = otherInItsPlace(claim, index, passage);
    if (other)
      return {
        kind: 'name',
        at: index,
        claimed: claim.written(index),
        found: passage.written(other.index),
        isCertain: other.isCertain,
      };
  }
  return null;
}

function isNameIn(claim: TokenRun, index: number, passage: TokenRun): boolean {
  const token = claim.tokens[index];
  if (!token || token.kind === 'number') return false;
  if (token.kind === 'name') return true;
  // Every claim begins with a capital; the passage may show whether it is a name.
  return index === 0 && passage.tokens.some(({ kind, term }) => kind === 'name' && term === token.term);
}

function otherInItsPlace(
  claim: TokenRun,
  index: number,
  passage: TokenRun,
): { index: number; isCertain: boolean } | null {
  const term = claim.term(index);
  const company = claim.company(index);
  const next = claim.term(claim.nextContent(index, 1));
  let same = -1;
  let best = { index: -1, value: 0, shared: 0, least: LEAST_SHARED };
  for (let at = 0; at < passage.tokens.length; at++) {
    const isSame = passage.term(at) === term;
    if (!isSame && (passage.tokens[at]?.kind !== 'name' || hasTerm(claim, passage.term(at)))) continue;
    const theirs = passage.company(at);
    const shared = sharedWith(company, theirs);
    // What follows counts most: the thing counted, the thing before which something happens.
    const isNext = next !== '' && passage.term(passage.nextContent(at, 1)) === next;
    const value = shared + (isNext ? 1 : 0);
    if (isSame) same = Math.max(same, value);
    else if (value > best.value && !isElsewhere(claim, index, passage, at))
      best = { index: at, value, shared, least: Math.min(company.length, theirs.length, LEAST_SHARED) };
  }
  if (best.index < 0 || best.shared < best.least || best.value <= same) return null;
  if (isShortFor(claim.written(index), passage, best.index)) return null;
  if (isFormOf(term, passage.term(best.index))) return null;
  const isAlike = best.shared >= LEAST_SHARED && best.shared === company.length;
  // A name that the passage also has may be meant itself.
  const isCertain = isAlike && same < 0;
  const mayBeNoun = claim.isGerman && same >= 0;
  if (isAlike && !mayBeNoun) return { index: best.index, isCertain };
  // A name that the passage has in another position may still be meant.
  if (same < 0 && !isOneName(term, passage.term(best.index))) return { index: best.index, isCertain };
  return null;
}

/** `EU` for `European Union`, `US` for `U.S.`. */
function isShortFor(name: string, passage: TokenRun, at: number): boolean {
  if (!/^\p{Lu}{2,6}$/u.test(name)) return false;
  return Array.from(name).every((letter, place) => passage.written(at + place).startsWith(letter));
}

/** `Australian` and `Australia`. */
const isFormOf = (left: string, right: string) =>
  Math.abs(left.length - right.length) <= 3 && (left.startsWith(right) || right.startsWith(left));

/** `Byzantine` and `Byzantium`. */
const isOneName = (left: string, right: string) => left.slice(0, 5) === right.slice(0, 5);

/** Names after different prepositions do not conflict. */
function isElsewhere(claim: TokenRun, index: number, passage: TokenRun, other: number): boolean {
  const [left, right] = [claim.wordBefore(index), passage.wordBefore(other)];
  return left !== right && PREPOSITIONS.has(left) && PREPOSITIONS.has(right);
}

function sharedWith(left: readonly string[], right: readonly string[]): number {
  let shared = 0;
  for (const term of left) if (right.includes(term)) shared++;
  return shared;
}

function hasTerm(run: TokenRun, term: string): boolean {
  return run.tokens.some((_, at) => run.term(at) === term);
}
