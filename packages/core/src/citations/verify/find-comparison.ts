import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { THAN } from './word-traits.js';

const MORE = /^(?:more|less|fewer|mehr|weniger)$/;
/** `higher`, `longer`: not every word with this ending compares, but before `than` it does. */
const COMPARATIVE = /\p{L}{3,}er$/u;
const COMPARES =
  /^(?:than|more|less|fewer|above|below|exceed\p{L}*|outperform\p{L}*|compared|versus|als|mehr|weniger|über|unter|ueber)$/u;
/** The most words between the comparison and `than`. */
const MOST_BETWEEN = 7;

/** Finds `Vomiting was more frequent with A than with B` where the passage gives two figures but compares nothing. */
export function findComparison({ claim, passage }: Region): Disagreement | null {
  if (!claim.has(THAN)) return null;
  const turned = turnedAround(claim, passage);
  if (turned) return turned;
  if (compares(passage)) return null;
  for (let at = 1; at < claim.tokens.length; at++) {
    if (!claim.is(at, THAN) || claim.tokens[at + 1]?.amount) continue;
    for (let before = at - 1; before >= Math.max(0, at - MOST_BETWEEN); before--) {
      const word = claim.word(before);
      if (!MORE.test(word) && !(before === at - 1 && COMPARATIVE.test(word))) continue;
      return {
        kind: 'quantity',
        at: before,
        claimed: `${claim.written(before)} … ${claim.written(at)}`,
        found: '',
        isCertain: false,
      };
    }
  }
  return null;
}

const compares = (run: TokenRun) =>
  run.tokens.some(
    (_, at) => COMPARES.test(run.word(at)) || (COMPARATIVE.test(run.word(at)) && run.is(at + 1, THAN)),
  );

/** `Sales were higher in May than in June`: the two sides are swapped, with the same comparing word. */
function turnedAround(claim: TokenRun, passage: TokenRun): Disagreement | null {
  const all = comparisonsOf(passage);
  for (const ours of comparisonsOf(claim))
    for (const theirs of all) {
      const isSwapped =
        ours.term !== '' &&
        claim.term(ours.left) === passage.term(theirs.right) &&
        claim.term(ours.right) === passage.term(theirs.left);
      if (!isSwapped || ours.term !== theirs.term) continue;
      return {
        kind: 'roles',
        at: ours.left,
        claimed: claim.written(ours.left),
        found: `${passage.written(theirs.left)} … ${passage.written(theirs.than)} … ${passage.written(theirs.right)}`,
        isCertain: true,
      };
    }
  return null;
}

interface Comparison {
  than: number;
  /** The word that says more or less. */
  term: string;
  left: number;
  right: number;
}

function comparisonsOf(run: TokenRun): Comparison[] {
  const found: Comparison[] = [];
  for (let than = 1; than < run.tokens.length; than++) {
    if (!run.is(than, THAN)) continue;
    let more = than - 1;
    const isMore = (at: number) => MORE.test(run.word(at)) || COMPARATIVE.test(run.word(at));
    while (more >= Math.max(0, than - MOST_BETWEEN) && !isMore(more)) more--;
    const [left, right] = [run.nextContent(than, -1), run.nextContent(than, 1)];
    if (!isMore(more) || left <= more || right === -1) continue;
    found.push({ than, term: run.term(more), left, right });
  }
  return found;
}
