import type { Disagreement } from './disagreement.js';
import { onceOf } from './once-of.js';
import { beginningOf } from './region-sentences.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { isAuxiliary, isBe, isPreposition, isVerbAt } from './verbs.js';
import { AND, OR } from './word-traits.js';

/**
 * Finds `The extensions to mercury and to Legionella were granted` where one sentence grants the first and another
 * denies the second, or mentions it without the claim's figure. The claim says of both what holds for one.
 */
export function findJoinedApart(region: Region): Disagreement | null {
  const { claim } = region;
  if (!claim.has(AND | OR) || claim.negators.length > 0) return null;
  for (const { left, right, isClear } of joinedIn(claim))
    for (const one of left)
      for (const other of right) {
        const found = apartFrom(region, other, one, isClear) ?? apartFrom(region, one, other, false);
        if (found) return found;
      }
  return null;
}

interface Joined {
  /** Words on either side of `and`. */
  left: number[];
  right: number[];
  /** There is no other reading. */
  isClear: boolean;
}

const joinedIn = onceOf((claim: TokenRun): readonly Joined[] => {
  const found: Joined[] = [];
  for (let and = 1; and < claim.tokens.length - 1; and++) {
    if (!joins(claim, and)) continue;
    const right = membersAt(claim, and, 1);
    const isStatement = hasVerb(claim, 0, and);
    if (isStatement && hasVerb(claim, and + 1, prepositionFrom(claim, and + 1))) continue;
    // `and part of it with written consent`; `and runs on methanol`, possibly a verb that was taken for a noun.
    const isClear =
      !(isStatement && hasVerb(claim, and + 1)) &&
      (right[0] !== and + 1 || !isPreposition(claim.word(and + 2)));
    found.push({ left: membersAt(claim, and, -1), right, isClear });
  }
  return found;
});

const joins = (claim: TokenRun, at: number) =>
  claim.is(at, AND | OR) && (claim.word(at) !== 'as' || claim.word(at - 1) === 'well');

function prepositionFrom(claim: TokenRun, from: number): number {
  let at = from;
  while (at < claim.tokens.length && !isPreposition(claim.word(at))) at++;
  return at;
}

/** Whether every statement that names the first member contradicts those that name the second. */
function apartFrom(region: Region, member: number, from: number, isClear: boolean): Disagreement | null {
  const { claim, places, termOf } = region;
  const [own, other] = [places[termOf[member] ?? -1] ?? [], places[termOf[from] ?? -1] ?? []];
  if (own.length === 0 || other.length === 0 || own.some((place) => region.cellAt(place))) return null;
  // The usual case: one statement names both.
  for (const place of own)
    for (const theirs of other) if (region.statementAt(place) === region.statementAt(theirs)) return null;
  const statements = new Set(own.map((place) => region.statementAt(place)));
  const others = new Set(other.map((place) => region.statementAt(place)));
  const isOtherwise = (one: number) =>
    denies(region, one, own) ||
    (others.has(one - 1) && asksMore(region, one)) ||
    (isClear && lacksAmount(region, one, others));
  if ([...statements].some((one) => !isOtherwise(one))) return null;
  const [first = 0] = others;
  return {
    kind: 'apart',
    at: member,
    claimed: claim.written(member),
    found: beginningOf(region, first),
    isCertain: false,
  };
}

const inside = ({ passage, statementAt }: Region, statement: number) =>
  passage.tokens.flatMap((_, at) => (statementAt(at) === statement ? at : []));

const saysIt = ({ passage }: Region, at: number) => isVerbAt(passage, at) || isBe(passage.word(at));

/** Whether a statement denies something in the clause of one of these places. */
function denies(region: Region, statement: number, own: readonly number[]): boolean {
  const { passage } = region;
  const all = inside(region, statement);
  return (
    all.some((at) => saysIt(region, at)) &&
    all.some((at) => passage.isNegator(at) && own.some((place) => passage.isSameClause(at, place)))
  );
}

const ASKS =
  /^(?:need|needs|require|requires|required|must|only|forbidden|prohibited|erfordert|erfordern|braucht|brauchen|muss|mussen|nur|verboten)$/;

/** `Postcards need the consent of the lender`: a statement requires something that the claim does not mention. */
function asksMore(region: Region, statement: number): boolean {
  const { passage, claimed } = region;
  return inside(region, statement).some(
    (at) => ASKS.test(passage.word(at)) && !claimed.has(passage.term(at)) && !passage.hasNegator(at),
  );
}

/** Whether a statement lacks the amount given for the other member. */
function lacksAmount(region: Region, statement: number, others: ReadonlySet<number>): boolean {
  const { claim, places, termOf, statementAt } = region;
  if (!inside(region, statement).some((at) => saysIt(region, at))) return false;
  const amounts = places.filter(
    (all, id) =>
      claim.tokens[termOf.indexOf(id)]?.amount !== undefined &&
      all.some((place) => others.has(statementAt(place))),
  );
  return amounts.some((all) => all.every((place) => statementAt(place) !== statement));
}

function hasVerb(claim: TokenRun, from: number, to = claim.tokens.length): boolean {
  for (let at = from; at < to; at++) if (isVerbAt(claim, at) || isAuxiliary(claim.word(at))) return true;
  return false;
}

/** The words named on one side, such as `Block` and `A`, without prepositions and articles. */
function membersAt(claim: TokenRun, from: number, step: 1 | -1): number[] {
  const found: number[] = [];
  for (let at = from + step; at >= 0 && at < claim.tokens.length && found.length < 2; at += step) {
    if (claim.tokens[at]?.amount) break;
    if (!claim.isContent(at) || isPreposition(claim.word(at))) continue;
    if (found.length > 0 && !claim.isSameClause(at, found[0] ?? at)) break;
    found.push(at);
  }
  return found;
}
