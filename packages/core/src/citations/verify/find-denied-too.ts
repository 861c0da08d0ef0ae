import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isVerbAt } from './verbs.js';
import { OR } from './word-traits.js';

const ASKED_FOR =
  /^(?:required|needed|necessary|must|mandatory|obligatory|compulsory|applies|erforderlich|notig|muss)$/;

const hasWithout = (run: TokenRun, index: number) =>
  run.tokens.some(
    (_, at) => at < index && run.isSameClause(at, index) && /^(?:without|ohne)$/.test(run.word(at)),
  );

/** Finds `without a permit or a gas test` where the source needs no permit but still requires the test. */
export function findDeniedToo({ claim, passage, places, termOf }: Region): Disagreement | null {
  for (let at = 1; at < claim.tokens.length && claim.has(OR); at++) {
    const segment = claim.segmentOf(at);
    if (!claim.is(at, OR) || segment === claim.segmentOf(at - 1)) continue;
    if (!claim.hasNegator(at - 1) && !hasWithout(claim, at - 1)) continue;
    for (let index = at + 1; claim.segmentOf(index) === segment; index++) {
      if (isVerbAt(claim, index)) break;
      const id = claim.isContent(index) ? (termOf[index] ?? -1) : -1;
      const all = places[id] ?? [];
      const asked = (place: number) =>
        !passage.hasNegator(place) &&
        passage.tokens.some(
          (_, there) => passage.isSameClause(there, place) && ASKED_FOR.test(passage.word(there)),
        );
      const [place] = all;
      if (place !== undefined && all.every(asked))
        return {
          kind: 'negation',
          at: index,
          claimed: `${claim.word(at)} ${claim.written(index)}`,
          found: passage.written(place),
          isCertain: true,
        };
    }
  }
  return null;
}
