import type { Disagreement } from './disagreement.js';
import { beginningOf } from './region-sentences.js';
import type { Region } from './region.js';
import { isAuxiliary, isBe, isPreposition, isVerbAt } from './verbs.js';
import { AND, OR } from './word-traits.js';

/**
 * `The extensions to mercury and to Legionella were granted`, where one sentence grants the first and another denies the
 * second, or says of it something without the claim's figure: what is said of two holds for one.
 */
export function findJoinedApart(region: Region): Disagreement | null {
  const { claim } = region;
  if (!claim.has(AND | OR) || claim.negators.length > 0) return null;
  for (let and = 1; and < claim.tokens.length - 1; and++) {
    if (!claim.is(and, AND | OR) || (hasVerb(region, 0, and) && hasVerb(region, and + 1))) continue;
    const right = membersAt(region, and, 1);
    // `and runs on methanol`: a verb that was not told from a noun.
    if (right[0] === and + 1 && isPreposition(claim.word(and + 2))) continue;
    for (const one of membersAt(region, and, -1))
      for (const other of right) {
        const found = apartFrom(region, other, one) ?? apartFrom(region, one, other);
        if (found) return found;
      }
  }
  return null;
}

/** The first member, of which every statement that names it says otherwise than those that name the second. */
function apartFrom(region: Region, member: number, from: number): Disagreement | null {
  const { claim, places, termOf } = region;
  const [own, other] = [places[termOf[member] ?? -1] ?? [], places[termOf[from] ?? -1] ?? []];
  if (own.length === 0 || other.length === 0 || own.some((place) => region.cellAt(place))) return null;
  const statements = new Set(own.map((place) => region.statementAt(place)));
  const others = new Set(other.map((place) => region.statementAt(place)));
  if ([...statements].some((one) => others.has(one) || !saysOtherwise(region, one, own, others))) return null;
  const [first = 0] = others;
  return {
    kind: 'apart',
    at: member,
    claimed: claim.written(member),
    found: beginningOf(region, first),
    isCertain: false,
  };
}

/** A statement about the places denies it, or lacks the amount that stands with the other member. */
function saysOtherwise(
  { claim, passage, places, termOf, statementAt }: Region,
  statement: number,
  own: readonly number[],
  others: ReadonlySet<number>,
): boolean {
  const inside = passage.tokens.flatMap((_, at) => (statementAt(at) === statement ? at : []));
  if (!inside.some((at) => isVerbAt(passage, at) || isBe(passage.word(at)))) return false;
  if (inside.some((at) => passage.isNegator(at) && own.some((place) => passage.isSameClause(at, place))))
    return true;
  const amounts = places.filter(
    (all, id) =>
      claim.tokens[termOf.indexOf(id)]?.amount !== undefined &&
      all.some((place) => others.has(statementAt(place))),
  );
  return amounts.some((all) => all.every((place) => statementAt(place) !== statement));
}

function hasVerb({ claim }: Region, from: number, to = claim.tokens.length): boolean {
  for (let at = from; at < to; at++) if (isVerbAt(claim, at) || isAuxiliary(claim.word(at))) return true;
  return false;
}

/** What is named on one side: `Block` and `A`. Prepositions and articles are passed. */
function membersAt({ claim }: Region, from: number, step: 1 | -1): number[] {
  const found: number[] = [];
  for (let at = from + step; at >= 0 && at < claim.tokens.length && found.length < 2; at += step) {
    if (claim.tokens[at]?.amount) break;
    if (!claim.isContent(at) || isPreposition(claim.word(at))) continue;
    if (found.length > 0 && !claim.isSameClause(at, found[0] ?? at)) break;
    found.push(at);
  }
  return found;
}
