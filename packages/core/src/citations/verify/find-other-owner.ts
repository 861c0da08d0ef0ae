import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { onceOf } from './once-of.js';
import { idsOf, rangeOfSentence } from './sentence-of-claim.js';
import type { TokenRun } from './token-run.js';
import { isVerbAt } from './verbs.js';

// What stands in brackets or between commas after a name belongs to that name: `Ann Lee (chair), Ben Roy (treasurer)`.

const CAPITALISED = /^\p{Lu}/u;
/** `National Football League (NFL)`: another name for the same thing. */
const ACRONYM = /^\p{Lu}{2,}$/u;
const FEWEST = 2;
/** Words of a role between commas: `managing director`. */
const LONGEST_ROLE = 4;
const SEPARATES = /[,;]/u;
const AND = /^(?:and|und|sowie|et|y)$/;

/** By token of the passage: the last token of the name that it belongs to. */
type Owners = ReadonlyMap<number, number>;
const NONE: Owners = new Map();

/** `Ann Lee is the treasurer`, where the list has `Ann Lee (chair), Ben Roy (treasurer)`. */
export function otherOwner(region: Region, sentence: number): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  const [from, to] = rangeOfSentence(region, sentence);
  const owners = ownersIn(passage, from, to);
  if (owners.size === 0) return null;
  const named = namesOf(region, from, to, owners);
  const owned = idsOf(region)
    .map((id) => ({
      id,
      at: termOf.indexOf(id),
      places: (places[id] ?? []).filter((at) => at >= from && at < to),
    }))
    .filter(({ places: own }) => own.length > 0 && own.every((at) => owners.has(at)));
  for (const { at, places: own } of owned) {
    const theirs = new Set(own.map((place) => owners.get(place)));
    const near = nearestNames(claim, named, at);
    if (near.length > 0 && !near.some(({ ends }) => ends.some((end) => theirs.has(end))))
      return other(region, at, own[0] ?? from);
  }
  // `The support number is …`: without a name, all of it belongs to the same one.
  const [first, ...others] = owned;
  if (named.length > 0 || !first) return null;
  const theirs = new Set(first.places.map((place) => owners.get(place)));
  const apart = others.find(({ places: own }) => !own.some((place) => theirs.has(owners.get(place))));
  return apart ? other(region, apart.at, apart.places[0] ?? from) : null;
}

const other = ({ claim, passage }: Region, at: number, place: number): Disagreement => ({
  kind: 'roles',
  at,
  claimed: claim.written(at),
  found: passage.words(Math.max(0, place - 3), place),
  isCertain: false,
});

/** By the first token of a sentence. Cached, because a passage is compared with one claim after another. */
const knownOwners = onceOf((): Map<number, Owners> => new Map());

function ownersIn(run: TokenRun, from: number, to: number): Owners {
  const all = knownOwners(run);
  const known = all.get(from);
  if (known) return known;
  const owners = new Map([...ownersInBrackets(run, from, to), ...ownersBetweenCommas(run, from, to)]);
  const found = new Set(owners.values()).size < FEWEST ? NONE : owners;
  all.set(from, found);
  return found;
}

function ownersInBrackets(run: TokenRun, from: number, to: number): Owners {
  const owners = new Map<number, number>();
  for (let at = from + 1; at < to; at++) {
    if (!run.opensBracket(at) || !isCapital(run, at - 1) || ACRONYM.test(run.written(at))) continue;
    if (isJoined(run, at - 1)) continue;
    let inside = at;
    for (; inside < to; inside++) {
      owners.set(inside, at - 1);
      if (run.gapAfter(inside).includes(')')) break;
    }
    at = inside;
  }
  return owners;
}

/** `Ann Lee and Ben Roy (the tenants)`: belongs to both. */
function isJoined(run: TokenRun, last: number): boolean {
  let at = last;
  while (isCapital(run, at) && run.gapAfter(at - 1) === ' ') at--;
  return AND.test(run.word(at)) && run.gapAfter(at - 1) === ' ' && isCapital(run, at - 1);
}

/** `Ann Lee, chair, Ben Roy, treasurer, and Cy Orr, secretary`. */
function ownersBetweenCommas(run: TokenRun, from: number, to: number): Owners {
  const owners = new Map<number, number>();
  let name = -1;
  let isFirst = true;
  for (let at = from; at < to; at++) {
    const first = at;
    while (at + 1 < to && !SEPARATES.test(run.gapAfter(at))) at++;
    const start = AND.test(run.word(first)) ? first + 1 : first;
    if (isCapital(run, at)) name = at;
    else {
      // `chair, Ann Lee, treasurer, Ben Roy`: the roles come first.
      if (isFirst && at - first < LONGEST_ROLE) return new Map();
      const isRole = at - start < LONGEST_ROLE && !isCapital(run, start) && !hasVerb(run, start, at);
      for (let inside = start; name !== -1 && isRole && inside <= at; inside++) owners.set(inside, name);
      name = -1;
    }
    isFirst = false;
  }
  return owners;
}

const isCapital = (run: TokenRun, at: number) => CAPITALISED.test(run.written(at)) && !run.tokens[at]?.amount;

function hasVerb(run: TokenRun, first: number, last: number): boolean {
  for (let at = first; at <= last; at++) if (isVerbAt(run, at)) return true;
  return false;
}

/** A name in the claim, and where names of the passage that may be it end. */
interface Named {
  from: number;
  to: number;
  ends: number[];
}

/** Names of the claim that the sentence has outside of what belongs to other names. */
function namesOf(region: Region, from: number, to: number, owners: Owners): Named[] {
  const { claim, passage, places, termOf } = region;
  const found: Named[] = [];
  for (let at = 0; at < claim.tokens.length; at++) {
    if (!isCapital(claim, at)) continue;
    const first = at;
    while (isCapital(claim, at + 1) && claim.gapAfter(at) === ' ') at++;
    const ends = new Set<number>();
    for (let index = first; index <= at; index++)
      for (const place of places[termOf[index] ?? -1] ?? []) {
        if (place < from || place >= to || owners.has(place) || !isCapital(passage, place)) continue;
        let end = place;
        while (end + 1 < to && passage.gapAfter(end) === ' ' && isCapital(passage, end + 1)) end++;
        ends.add(end);
      }
    if (ends.size > 0) found.push({ from: first, to: at, ends: [...ends] });
  }
  return found;
}

/** The name in the same clause; otherwise the ones before and after. */
function nearestNames(claim: TokenRun, names: readonly Named[], at: number): Named[] {
  const others = names.filter(({ from, to }) => at < from || at > to);
  const beside = others.filter((name) => claim.isSameClause(name.to, at));
  const among = beside.length > 0 ? beside : others;
  const before = among.findLast(({ to }) => to < at);
  const after = among.find(({ from }) => from > at);
  return [before, after].filter((name) => name !== undefined);
}
