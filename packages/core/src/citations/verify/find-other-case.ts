import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { beginningOf, mostOf } from './region-sentences.js';
import { ALSO } from './word-traits.js';

/**
 * Finds `Calls cost £95 each, also in Holy Week` where another sentence gives the price in Holy Week. The source
 * mentions what the claim adds, but not in the sentence with the rest.
 */
export function findOtherCase(region: Region): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  if (!claim.has(ALSO) || passage.has(ALSO)) return null;
  const at = claim.tokens.findIndex((_, index) => index > 0 && claim.is(index, ALSO));
  if (at === -1) return null;
  const added = claim.nextContent(at, 1);
  const own = termOf[added] ?? -1;
  if (added === -1 || own === -1 || region.cellAt(places[own]?.[0] ?? -1)) return null;
  const main = mostOf(region, termOf.slice(0, at), region.statementAt);
  const there = (places[own] ?? []).map((place) => region.statementAt(place));
  if (!main || there.length === 0 || there.includes(main.part)) return null;
  return {
    kind: 'apart',
    at: added,
    claimed: claim.written(added),
    found: beginningOf(region, main.part),
    isCertain: false,
  };
}
