import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { idsOf } from './sentence-of-claim.js';

// Conditions that a claim lifts: `without asking`, `no card needed`, `whether or not`.

const SAYS_WITHOUT =
  /^(?:without|no|not|none|never|neither|nor|cannot|free|freely|lacks?|lacking|absence|waived|exempt|unnecessary|optional|instead|rather|ohne|nicht|kein|keine|keinen|keiner|keinem|nie)$/;
const EITHER_WAY =
  /\b(?:whether or not|with or without|regardless of|irrespective of|no matter (?:how|what|who|where|whether|when|which))\b/iu;
const SAYS_EITHER_WAY =
  /^(?:whether|with|regardless|irrespective|matter|even|also|either|any|all|always|both|every|each|ob|auch|jede[rs]?|alle)$/;

export function liftedCondition(region: Region): Disagreement | null {
  return eitherWay(region) ?? without(region);
}

/** `whether or not the lamp is registered`, where the source has `if the lamp is registered`. */
function eitherWay({ claim, terms, passage }: Region): Disagreement | null {
  const match = EITHER_WAY.exec(terms.text);
  if (!match) return null;
  const isWithOrWithout = /^with or/iu.test(match[0]);
  const isSaid = passage.tokens.some((_, index) => {
    const word = passage.word(index);
    if (word === 'with') return isWithOrWithout && passage.word(index + 2) === 'without';
    return SAYS_EITHER_WAY.test(word);
  });
  const at = Math.max(
    0,
    claim.tokens.findIndex(({ start }) => start >= match.index),
  );
  return isSaid ? null : { kind: 'condition', at, claimed: match[0], found: '', isCertain: false };
}

/** `without asking the client`, where the source has `with the consent of the client`. */
function without(region: Region): Disagreement | null {
  const { claim, passage, places } = region;
  const at = claim.tokens.findIndex(
    (_, index) =>
      claim.word(index) === 'without' || (claim.word(index) === 'no' && claim.isContent(index + 1)),
  );
  if (at === -1 || claim.word(at - 1) === 'or') return null;
  const ids = idsOf(region, (index) => index > at && claim.isSameClause(index, at)).filter(
    (id) => (places[id] ?? []).length > 0,
  );
  const there = ids.flatMap((id) => places[id] ?? []);
  const isDenied = (place: number) =>
    passage.hasNegator(place) ||
    passage.tokens.some(
      (_, index) => passage.isSameClause(index, place) && SAYS_WITHOUT.test(passage.word(index)),
    ) ||
    /(?:less|free)$/u.test(passage.word(place));
  const isSaid =
    there.length > 0
      ? there.some(isDenied)
      : passage.tokens.some((_, index) => SAYS_WITHOUT.test(passage.word(index)) || passage.isNegator(index));
  return isSaid
    ? null
    : { kind: 'condition', at, claimed: claim.words(at, at + 2), found: '', isCertain: false };
}
