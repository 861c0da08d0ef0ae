import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { TAKES_SIDES } from './word-traits.js';

const SIDES: ReadonlyMap<string, number> = new Map([
  ['for', 1],
  ['favour', 1],
  ['favor', 1],
  ['fur', 1],
  ['dafur', 1],
  ['pour', 1],
  ['against', -1],
  ['gegen', -1],
  ['dagegen', -1],
  ['contra', -1],
  ['contre', -1],
]);
const REACH = 3;

/** Finds `voted for the budget` where someone in the source votes against it. */
export function findOtherSide({ claim, passage, sentenceAt }: Region): Disagreement | null {
  if (!claim.has(TAKES_SIDES) || !passage.has(TAKES_SIDES)) return null;
  const ours = sidesOf(claim);
  if (ours.length === 0) return null;
  const theirs = sidesOf(passage);
  for (const { verb, at, side } of ours) {
    const same = theirs.filter((one) => passage.term(one.verb) === claim.term(verb));
    const other = same.find((one) => one.side !== side);
    // `The Greens voted for it, the Liberals against it`: both sides occur.
    const hasBoth = passage.tokens.some(
      (_, index) =>
        other !== undefined &&
        SIDES.get(passage.word(index)) === side &&
        sentenceAt(index) === sentenceAt(other.verb),
    );
    if (other && !hasBoth && same.every((one) => one.side !== side))
      return {
        kind: 'opposite',
        at,
        claimed: `${claim.written(verb)} ${claim.written(at)}`,
        found: `${passage.written(other.verb)} ${passage.written(other.at)}`,
        isCertain: true,
      };
  }
  return null;
}

function sidesOf(run: TokenRun): { verb: number; at: number; side: number }[] {
  return run.tokens.flatMap((_, verb) => {
    if (!run.is(verb, TAKES_SIDES)) return [];
    for (let at = verb + 1; at <= verb + REACH && !run.endsWithin(verb, at); at++) {
      const side = SIDES.get(run.word(at));
      if (side !== undefined) return [{ verb, at, side }];
    }
    return [];
  });
}
