import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { isVerbAt } from './verbs.js';
import { CHANGE, STAYS } from './word-traits.js';

const STAY = /^(?:stay|stays|stayed|remain|remains|remained|bleibt|bleiben|blieb|blieben)$/;
const SAME = /^(?:as|same|unchanged|unaffected|constant|gleich|unverandert)$/;
const UNCHANGED = /^(?:unchanged|unaffected|unverandert)$/;

/** Finds `Prices for the sauna rise by 6 per cent` where others rise and `prices for the sauna stay as they are`. */
export function findUnchanged(region: Region): Disagreement | null {
  const { claim, passage, places, termOf, statementAt } = region;
  if (!claim.has(CHANGE) || !passage.has(STAYS) || claim.negators.length > 0) return null;
  const at = claim.tokens.findIndex((_, index) => claim.is(index, CHANGE));
  for (let stay = 0; stay < passage.tokens.length; stay++) {
    if (!passage.is(stay, STAYS)) continue;
    const isStay =
      STAY.test(passage.word(stay)) && [1, 2, 3].some((next) => SAME.test(passage.word(stay + next)));
    if (!isStay && !UNCHANGED.test(passage.word(stay))) continue;
    const statement = statementAt(stay);
    // The claim names what stays the same, and the passage mentions it nowhere else.
    const named = claim.tokens.findIndex((_, index) => {
      const all =
        claim.isContent(index) && !isVerbAt(claim, index) ? (places[termOf[index] ?? -1] ?? []) : [];
      return all.length > 0 && all.every((place) => statementAt(place) === statement && place < stay);
    });
    if (named === -1) continue;
    return {
      kind: 'opposite',
      at,
      claimed: claim.written(at),
      found: passage.words(stay, stay + 2),
      isCertain: false,
    };
  }
  return null;
}
