import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { isPreposition } from './verbs.js';
import { WHICH } from './word-traits.js';

const LEAST_SHARED = 2;
const MOST_OF_IT = 0.6;

/**
 * Finds `The council looks after the trees` where the source has `nor for the war memorial, which the council looks
 * after`. A clause that begins with `which` is about the thing right before it.
 */
export function findOtherAntecedent(region: Region): Disagreement | null {
  const { claim, passage, claimed, places, termOf } = region;
  if (region.hasTable || !passage.has(WHICH)) return null;
  for (let at = 2; at < passage.tokens.length; at++) {
    if (!passage.is(at, WHICH) || passage.isSameClause(at - 1, at)) continue;
    const thing = passage.nextContent(at, -1) === -1 ? at - 1 : passage.nextContent(at, -1);
    if (!passage.isContent(thing) || claimed.has(passage.term(thing)) || isPreposition(passage.word(thing)))
      continue;
    const isInside = (place: number) =>
      place > at && passage.isSameClause(place, at) && region.sentenceAt(place) === region.sentenceAt(at);
    const isBefore = (place: number) => place < thing && region.sentenceAt(place) === region.sentenceAt(at);
    const ids = Array.from(new Set(termOf.filter((id, index) => id >= 0 && claim.isContent(index))));
    const inside = ids.filter((id) => (places[id] ?? []).some(isInside));
    const outside = ids.filter((id) => !inside.includes(id) && (places[id] ?? []).some(isBefore));
    const [other] = outside;
    if (
      inside.length < LEAST_SHARED ||
      other === undefined ||
      inside.length + outside.length < MOST_OF_IT * ids.length
    )
      continue;
    const own = termOf.indexOf(other);
    return {
      kind: 'kind',
      at: own,
      claimed: claim.written(own),
      found: passage.written(thing),
      isCertain: false,
    };
  }
  return null;
}
