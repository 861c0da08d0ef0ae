import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { isVerbAt } from './verbs.js';

const STAY = /^(?:stay|stays|stayed|remain|remains|remained|bleibt|bleiben|blieb|blieben)$/;
const SAME = /^(?:as|same|unchanged|unaffected|constant|gleich|unverandert)$/;
const UNCHANGED = /^(?:unchanged|unaffected|unverandert)$/;
/** Verbs and nouns of change, as a claim has them. */
const CHANGE =
  /^(?:rise|rises|rose|risen|raise|raises|raised|increase|increases|increased|fall|falls|fell|fallen|drop|drops|dropped|cut|cuts|decrease|decreases|decreased|lower|lowers|lowered|reduce|reduces|reduced|change|changes|changed|double|doubles|doubled|up|down|steigt|steigen|stieg|sinkt|sinken|erhoht|gesenkt)$/;

/** `Prices for the sauna rise by 6 per cent`, where others rise and `prices for the sauna stay as they are`. */
export function findUnchanged(region: Region): Disagreement | null {
  const { claim, passage, places, termOf, statementAt } = region;
  const at = claim.tokens.findIndex((_, index) => CHANGE.test(claim.word(index)));
  if (at === -1 || claim.tokens.some((_, index) => claim.isNegator(index))) return null;
  for (let stay = 0; stay < passage.tokens.length; stay++) {
    const isStay =
      STAY.test(passage.word(stay)) && [1, 2, 3].some((next) => SAME.test(passage.word(stay + next)));
    if (!isStay && !UNCHANGED.test(passage.word(stay))) continue;
    const statement = statementAt(stay);
    // What it says stays is named in the claim, and nowhere else.
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
