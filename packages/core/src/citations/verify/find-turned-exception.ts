import type { Disagreement } from './disagreement.js';
import { exceptionsIn, wordsFrom } from './find-left-out.js';
import type { Region } from './region.js';
import { isVerbAt } from './verbs.js';

/**
 * Finds `The club paid the travel, except for the hotel, which the sponsor covered` where the sponsor paid the travel
 * and the club the hotel. Both make the same exception, but with the two sides swapped.
 */
export function findTurnedException(region: Region): Disagreement | null {
  const { claim, passage, sentenceAt } = region;
  for (const own of exceptionsIn(claim))
    for (const other of exceptionsIn(passage)) {
      if (claim.term(own.excepted) !== passage.term(other.excepted)) continue;
      const isInside = (place: number) => sentenceAt(place) === sentenceAt(other.at);
      const rest = (place: number) => isInside(place) && place < other.at;
      const excepted = (place: number) => isInside(place) && place > other.excepted;
      const ofRest = doerIn(region, 0, own.at, excepted);
      const ofExcepted = doerIn(region, own.excepted + 1, claim.tokens.length, rest);
      if (ofRest === -1 || ofExcepted === -1) continue;
      return {
        kind: 'roles',
        at: ofRest,
        claimed: claim.written(ofRest),
        found: wordsFrom(passage, other.at),
        isCertain: false,
      };
    }
  return null;
}

/** The first thing named there whose places in the passage are all on the wrong side. */
function doerIn({ claim, places, termOf }: Region, from: number, to: number, is: (place: number) => boolean) {
  for (let at = from; at < to; at++) {
    const all = claim.isContent(at) && !isVerbAt(claim, at) ? (places[termOf[at] ?? -1] ?? []) : [];
    if (all.length > 0 && all.every(is)) return at;
  }
  return -1;
}
