import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isAdverb, isAuxiliary, isBe, isDeterminer, isPreposition, isPronoun, isVerbAt } from './verbs.js';
import { AMOUNT, ONE } from './word-traits.js';

const JOINING = /^(?:and|or|und|oder|et|ou|y|o)$/;

/**
 * Finds `Harcourt can end the contract with one month's notice` where the sentence with the one month has `the PCC may
 * end it`: someone else does what the claim says, on the terms that the claim gives.
 */
export function findOtherDoer(region: Region): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  if (!claim.has(AMOUNT | ONE)) return null;
  const verb = firstVerb(claim);
  const doer = verb === -1 ? [] : doerOf(claim, verb);
  if (doer.length === 0 || claim.isNegator(verb - 1)) return null;
  const standing = doer.flatMap((at) => places[termOf[at] ?? -1] ?? []);
  // A doer that the source does not name may be a paraphrase.
  if (standing.length === 0) return null;
  const verbIn = (statement: number) =>
    passage.tokens.findIndex(
      (_, index) => passage.term(index) === claim.term(verb) && region.statementAt(index) === statement,
    );
  for (let at = verb + 1; at < claim.tokens.length; at++) {
    const statements = new Set((places[termOf[at] ?? -1] ?? []).map((place) => region.statementAt(place)));
    // Words in several sentences do not show which one is meant.
    const [statement = -1] = statements;
    if (statements.size !== 1 || !isTerm(claim, at)) continue;
    const there = verbIn(statement);
    if (there === -1 || region.cellAt(there)) continue;
    const theirs = doerOf(passage, there);
    // `Nordbau offered 120,000, Steinmann 98,500`: the verb is given once.
    const isLeftOut = standing.some((place) => place > there && region.statementAt(place) === statement);
    if (theirs.length === 0 || theirs.some((index) => standing.includes(index)) || isLeftOut) continue;
    return {
      kind: 'name',
      at: doer[0] ?? 0,
      claimed: claim.words(doer[0] ?? 0, doer.at(-1) ?? 0),
      found: passage.words(theirs[0] ?? there, theirs.at(-1) ?? there),
      isCertain: false,
    };
  }
  return null;
}

/** A figure, or one of something: `one month's notice`. */
const isTerm = (run: TokenRun, at: number) =>
  run.tokens[at]?.amount !== undefined || (run.isContent(at) && run.is(at - 1, ONE));

function firstVerb(run: TokenRun): number {
  return run.tokens.findIndex(
    (_, at) =>
      at > 0 &&
      run.isContent(at) &&
      !isBe(run.word(at)) &&
      (isVerbAt(run, at) || isAuxiliary(run.word(at - 1))),
  );
}

/**
 * The words right before a verb and its auxiliaries that say who does it; they may also precede a verb joined to it.
 */
function doerOf(run: TokenRun, verb: number): number[] {
  const isSame = (index: number) => index >= 0 && run.segmentOf(index) === run.segmentOf(verb);
  const isIn = (index: number, test: (word: string) => boolean) => isSame(index) && test(run.word(index));
  let at = verb - 1;
  while (isIn(at, isAuxiliary) || isIn(at, isAdverb)) at--;
  // `the PCC finds and pays a deputy`
  if (JOINING.test(run.word(at)) && (isVerbAt(run, at - 1) || /(?:s|ed)$/.test(run.word(at - 1)))) at -= 2;
  const found: number[] = [];
  for (; at >= 0 && !run.endsSentence(at) && (found.length === 0 || isSame(at)); at--) {
    const word = run.word(at);
    if (isDeterminer(word)) return found;
    // `the crossing from Marenza takes`: the subject is further away.
    if (run.tokens[at]?.amount || isPreposition(word) || isPronoun(word) || isBe(word)) return [];
    if ((!run.isContent(at) && run.tokens[at]?.kind !== 'name') || isVerbAt(run, at)) return found;
    found.unshift(at);
  }
  return found;
}
