import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isPronoun } from './verbs.js';
import { FIRST, IF } from './word-traits.js';

const EARLIER = new Map([
  ['before', 1],
  ['bevor', 1],
  ['after', -1],
  ['nachdem', -1],
  ['then', 1],
  ['dann', 1],
  ['danach', 1],
  ['afterwards', 1],
  ['once', -1],
]);
/** Number of words examined on each side. */
const REACH = 9;

interface Sides {
  first: Set<string>;
  second: Set<string>;
}

interface Order extends Sides {
  at: number;
}

/** Finds `The pier is repaired before the stones are laid` where the source has the opposite order. */
export function findOtherOrder({ claim, passage, sentenceAt }: Region): Disagreement | null {
  if (!claim.has(FIRST) || !passage.has(FIRST)) return null;
  const ours = ordersOf(claim, () => 0);
  if (ours.length === 0) return null;
  const theirs = ordersOf(passage, sentenceAt);
  for (const { at, first, second } of ours) {
    const turned = theirs.find((other) => {
      const straight = shared(first, other.first) + shared(second, other.second);
      const crossed = shared(first, other.second) + shared(second, other.first);
      const isBoth = shared(first, other.second) > 0 && shared(second, other.first) > 0;
      return isBoth && (crossed > straight || isWhollyTurned({ first, second }, other));
    });
    if (turned)
      return {
        kind: 'roles',
        at,
        claimed: claim.written(at),
        found: passage.words(turned.at - 5, turned.at + 5),
        isCertain: true,
      };
  }
  return null;
}

/** What comes second in one comes first in the other, and nothing of it second. */
function isWhollyTurned(ours: Sides, theirs: Sides): boolean {
  const isIn = (side: ReadonlySet<string>, other: Sides) =>
    side.size > 0 && [...side].every((term) => other.first.has(term) && !other.second.has(term));
  return isIn(ours.second, theirs) && isIn(theirs.second, ours);
}

function ordersOf(run: TokenRun, sentenceAt: (index: number) => number): Order[] {
  return run.tokens.flatMap((_, at) => {
    const way = EARLIER.get(run.word(at));
    // `before 2010` and `after three months` say when, not what comes first.
    if (way === undefined || run.tokens[at + 1]?.amount || isOfCondition(run, at)) return [];
    if (run.word(at) === 'once' && !isSubject(run, at + 1)) return [];
    // `Close the cover. Then press the key.`
    const isNext =
      way === 1 && sentenceAt(at - 1) !== sentenceAt(at) && !/^(?:before|bevor)$/.test(run.word(at));
    const left = isNext
      ? side(run, at, -1, (index) => sentenceAt(index === at ? at - 1 : index))
      : side(run, at, -1, sentenceAt);
    const right = side(run, at, 1, sentenceAt);
    if (left.size === 0 || right.size === 0) return [];
    const [first, second] = way === 1 ? [left, right] : [right, left];
    for (const term of first) if (second.delete(term)) first.delete(term);
    return [{ at, first, second }];
  });
}

const isSubject = (run: TokenRun, at: number) =>
  isPronoun(run.word(at)) || /^(?:the|all|every|both|a|an)$/.test(run.word(at));

/** `If it rains, then`: no order. */
function isOfCondition(run: TokenRun, at: number): boolean {
  if (!/^(?:then|dann)$/.test(run.word(at))) return false;
  for (let index = at - 1; index >= Math.max(0, at - 3 * REACH) && !run.endsSentence(index); index--)
    if (run.is(index, IF)) return true;
  return false;
}

function side(run: TokenRun, at: number, step: 1 | -1, sentenceAt: (index: number) => number): Set<string> {
  const found = new Set<string>();
  for (let index = at + step; Math.abs(index - at) <= REACH && run.tokens[index]; index += step) {
    if (sentenceAt(index) !== sentenceAt(at)) break;
    if (run.isContent(index)) found.add(run.term(index));
  }
  return found;
}

const shared = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  [...left].filter((term) => right.has(term)).length;
