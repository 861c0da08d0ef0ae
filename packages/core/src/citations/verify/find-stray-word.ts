import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';
import { wordsFrom } from './find-left-out.js';
import { isHeadline, mostOf, sentencePointsBack } from './region-sentences.js';
import { isAuxiliary, isBe, isVerbAt } from './verbs.js';
import { rarityOf } from './common-terms.js';
import { idsOf, isInSentence, membersOf, rangeOfSentence, textOf } from './sentence-of-claim.js';

// Names, figures and members of lists that the passage has, but not where the rest of the claim is.

/** Smaller counts are often the writer's own. */
const SMALL_COUNT = 12;
const LEAST_SHARED = 2;
const NOWHERE: readonly number[] = [];

/** A name that the passage does not have, nor the title. */
export function missingName(region: Region): Disagreement | null {
  const { claim, places, termOf, passage } = region;
  const isThere = (at: number) => (places[termOf[at] ?? -1]?.length ?? 0) > 0;
  const isNamed = (at: number) => claim.tokens[at]?.kind === 'name';
  let isFirst = true;
  for (let at = 0; at < claim.tokens.length; at++) {
    const mayBegin = isFirst && claim.isContent(at);
    if (mayBegin) isFirst = false;
    const id = termOf[at] ?? -1;
    if (id < 0 || isThere(at)) continue;
    const token = claim.tokens[at];
    const isName =
      isNamed(at) ||
      (mayBegin && at < 2 && token?.form?.isCapitalised === true && rarityOf(token.term) === 1);
    // `Helmke & Co.` is there as `Helmke`.
    const isPart = (isNamed(at - 1) && isThere(at - 1)) || (isNamed(at + 1) && isThere(at + 1));
    if (!isName || isPart || region.isTitled(id) || !region.isElsewhere(id)) continue;
    return { kind: 'apart', at, claimed: claim.written(at), found: wordsFrom(passage, 0), isCertain: false };
  }
  return null;
}

/** A figure that stands where nothing else of the claim is: `348 appearances` is not `will seat 348`. */
export function strayAmount(region: Region, ids: readonly number[]): Disagreement | null {
  const { claim, places, termOf, sentenceAt, passage } = region;
  if (ids.length < LEAST_SHARED) return null;
  for (const id of ids) {
    const at = termOf.indexOf(id);
    const { amount } = claim.tokens[at] ?? {};
    const there = places[id] ?? [];
    if (!amount || amount.date !== undefined || region.isTitled(id)) continue;
    if (there.length === 0 && (amount.written <= SMALL_COUNT || !region.isElsewhere(id))) continue;
    if (there.some((place) => region.isRow(place) || region.cellAt(place))) continue;
    const isAlone = there.every((place) => {
      const sentence = sentenceAt(place);
      return !ids.some(
        (other) => other !== id && (places[other] ?? []).some((one) => sentenceAt(one) === sentence),
      );
    });
    const [place = 0] = there;
    if (isAlone && !isHeadline(region, region.statementAt(place)))
      return {
        kind: 'apart',
        at,
        claimed: claim.written(at),
        found: wordsFrom(passage, rangeOfSentence(region, mostOf(region, ids, sentenceAt)?.part ?? 0)[0]),
        isCertain: false,
      };
  }
  return null;
}

/** `Karin Oberholt wrote the patch`, where the sentence with the patch names somebody else. */
export function otherNameThere(region: Region, ids: readonly number[]): Disagreement | null {
  const { claim, places, termOf, sentenceAt, passage, claimed } = region;
  const isName = (id: number) => {
    for (const place of places[id] ?? NOWHERE) if (passage.tokens[place]?.kind === 'name') return true;
    return false;
  };
  const names = ids.filter(isName);
  if (names.length === 0) return null;
  const rest = ids.filter((id) => !isName(id) && claim.tokens[termOf.indexOf(id)]?.amount === undefined);
  const best = mostOf(region, rest, sentenceAt);
  if (!best || best.count === best.next) return null;
  const [from, to] = rangeOfSentence(region, best.part);
  if (names.some((id) => isInSentence(region, id, best.part))) return null;
  if (region.isRow(from) || sentencePointsBack(region, region.statementAt(from))) return null;
  const other = passage.tokens.findIndex(
    ({ kind }, at) =>
      at > from && at < to && kind === 'name' && !claimed.has(passage.term(at)) && isPerson(region, at),
  );
  if (other === -1) return null;
  const at = termOf.indexOf(names[0] ?? -1);
  return { kind: 'name', at, claimed: claim.written(at), found: passage.written(other), isCertain: false };
}

/** Two names in a row: `Dmitri Valov`. */
const isPerson = ({ passage }: Region, at: number) =>
  passage.tokens[at + 1]?.kind === 'name' && passage.isSameClause(at, at + 1);

const OWN_SUBJECT = /^(?:you|i|your|my|du|sie|ich|ihr)$/;

/** `Norden may cancel` from the title, where the sentence says that `you` may. */
export function titledSubject(region: Region, sentence: number, ids: readonly number[]): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  const [first] = ids;
  if (first === undefined || !region.isTitled(first) || (places[first] ?? []).length > 0) return null;
  const [from] = rangeOfSentence(region, sentence);
  if (!OWN_SUBJECT.test(passage.word(from))) return null;
  const at = termOf.indexOf(first);
  return { kind: 'name', at, claimed: claim.written(at), found: passage.written(from), isCertain: false };
}

const BETWEEN = /^(?:and|while|whereas|but|versus|compared|against|und|während|aber)$/;

/** `from 46 to 31 in the walking arm and from 45 to 38 in the stretching arm`: the amounts are those of another group. */
export function otherMember(region: Region, sentence: number, ids: readonly number[]): Disagreement | null {
  const { claim, passage, places, termOf, sentenceAt } = region;
  const [from, to] = rangeOfSentence(region, sentence);
  const begins = (at: number) =>
    BETWEEN.test(passage.word(at)) || (at > from && !passage.isSameClause(at - 1, at));
  let next = from;
  while (next < to && !begins(next)) next++;
  if (next >= to || !ids.some((id) => claim.tokens[termOf.indexOf(id)]?.amount)) return null;
  const member = membersOf(from, to, begins);
  const isAmount = (id: number) => claim.tokens[termOf.indexOf(id)]?.amount !== undefined;
  const inSentence = (id: number) => (places[id] ?? []).filter((place) => sentenceAt(place) === sentence);
  const homesOf = (id: number) => new Set(inSentence(id).map((place) => member.get(place) ?? -1));
  const amounts = ids.filter((id) => isAmount(id) && inSentence(id).length > 0);
  const homes = new Set(amounts.flatMap((id) => Array.from(homesOf(id))));
  const [home] = homes;
  if (home === undefined || homes.size !== 1) return null;
  const kinds = new Set(amounts.map((id) => claim.tokens[termOf.indexOf(id)]?.amount?.kind));
  const isRival = (at: number) => {
    const amount = passage.tokens[at]?.amount;
    return amount !== undefined && kinds.has(amount.kind) && member.get(at) !== home;
  };
  const rivals = new Set(
    Array.from(member.keys()).flatMap((at) => (isRival(at) ? [member.get(at) ?? -1] : [])),
  );
  for (const id of ids) {
    if (isAmount(id) || inSentence(id).length === 0) continue;
    const own = Array.from(homesOf(id));
    // What is before the first amount applies to all members.
    if (own.some((one) => !rivals.has(one))) continue;
    // `walking arm` and `stretching arm`: both members have the noun.
    const place = inSentence(id)[0] ?? -1;
    const noun = place + 1;
    if (!passage.isContent(noun) || !region.claimed.has(passage.term(noun))) continue;
    const isTwin = (other: number) =>
      member.get(other) === home &&
      passage.term(other) === passage.term(noun) &&
      passage.isContent(other - 1) &&
      !region.claimed.has(passage.term(other - 1));
    if (!Array.from(member.keys()).some(isTwin)) continue;
    const at = termOf.indexOf(id);
    return {
      kind: 'roles',
      at,
      claimed: claim.written(at),
      found: textOf(region, sentence),
      isCertain: false,
    };
  }
  return null;
}

/** `Helmets, locks and panniers are included`, where the sentence has helmets and locks, and another the panniers. */
export function addedMember(region: Region, sentence: number, ids: readonly number[]): Disagreement | null {
  const { claim, places, termOf, sentenceAt, passage } = region;
  let shared = 0;
  for (const id of ids) if (isInSentence(region, id, sentence)) shared++;
  if (shared < LEAST_SHARED + 1) return null;
  for (const id of ids) {
    if (isInSentence(region, id, sentence) || (places[id] ?? []).length === 0 || region.isTitled(id))
      continue;
    const at = termOf.indexOf(id);
    if (claim.word(at - 1) !== 'and' && claim.word(at - 2) !== 'and') continue;
    const before = claim.tokens.findLastIndex((_, index) => index < at && claim.isContent(index));
    if (
      before === -1 ||
      !isInSentence(region, termOf[before] ?? -1, sentence) ||
      isAuxiliary(claim.word(at)) ||
      isVerbAt(claim, at)
    )
      continue;
    const others = (places[id] ?? []).map(sentenceAt);
    const isAlso = others.some(
      (other) =>
        sentencePointsBack(region, region.statementAt(rangeOfSentence(region, other)[0])) ||
        (other < sentence && isHeadline(region, region.statementAt(rangeOfSentence(region, other)[0]))) ||
        ids.filter((one) => one !== id && isInSentence(region, one, other)).length >= LEAST_SHARED,
    );
    if (isAlso) continue;
    return {
      kind: 'apart',
      at,
      claimed: claim.written(at),
      found: wordsFrom(passage, rangeOfSentence(region, sentence)[0]),
      isCertain: false,
    };
  }
  return null;
}

/** Which days or hours are meant: `30 working days`. */
const WHICH = /\b(?:working|business|calendar|school|trading|consecutive|clear|weekday|werktag|arbeitstag)/iu;

/** In the words of an amount, or right after it. */
const whichOf = (run: TokenRun, at: number) =>
  WHICH.exec(`${run.written(at)} ${run.word(at + 1)}`)?.[0].toLowerCase();

const MEASURED = /^(?:mass|volume|length|area|speed|money|energy|power)/u;
const TIMES = new Set(['time', 'months']);

/** `30 working days` for `30 days`, and `12 crates` for `12 kg`. */
export function otherUnit(region: Region): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  for (let at = 0; at < claim.tokens.length; at++) {
    const amount = claim.tokens[at]?.amount;
    if (!amount || amount.date) continue;
    const there = passage.tokens.flatMap((token, index) =>
      token.amount?.written === amount.written ? [index] : [],
    );
    if (there.length === 0) continue;
    const next = claim.word(at + 1);
    const which = whichOf(claim, at);
    const isOther = there.every((index) => whichOf(passage, index) !== which);
    // `one month` and `one week` are of two kinds, since a month has no fixed length.
    const isOtherSpan =
      TIMES.has(amount.kind) &&
      there.every((index) => {
        const other = passage.tokens[index]?.amount;
        return other !== undefined && TIMES.has(other.kind) && passage.term(index) !== claim.term(at);
      });
    const noun = termOf[at + 1] ?? -1;
    const isUncounted =
      amount.kind === '' &&
      claim.isContent(at + 1) &&
      next.endsWith('s') &&
      noun >= 0 &&
      (places[noun] ?? []).length === 0 &&
      there.every((index) => MEASURED.test(passage.tokens[index]?.amount?.kind ?? ''));
    const [first = 0] = there;
    if (isOther || isOtherSpan || isUncounted)
      return {
        kind: 'unit',
        at,
        claimed: claim.words(at, at + 1),
        found: passage.words(first, first + 1),
        isCertain: false,
      };
  }
  return null;
}

/** Content words of a claim that says little more than who did what. */
const LONGEST_DEED = 6;

/** `Katya Simic mixed the resin`, where somebody did elsewhere, and here is only who wrote the note. */
export function verbElsewhere(region: Region): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  const at = claim.tokens.findIndex(
    (_, index) => index > 0 && claim.isContent(index) && isVerbAt(claim, index) && !isBe(claim.word(index)),
  );
  // Of a longer claim enough is there without its verb, which has many paraphrases.
  if (at < 1 || claim.tokens[at - 1]?.kind !== 'name' || idsOf(region).length > LONGEST_DEED) return null;
  const id = termOf[at] ?? -1;
  // `costs €6` is said by a price alone.
  if (claim.tokens[at + 1]?.amount) return null;
  if (id < 0 || (places[id] ?? []).length > 0 || !region.isElsewhere(id) || region.isTitled(id)) return null;
  return { kind: 'apart', at, claimed: claim.written(at), found: wordsFrom(passage, 0), isCertain: false };
}

const UNIT =
  /^(second|minute|hour|day|week|fortnight|month|quarter|year|decade|metre|meter|kilometre|kilometer|litre|liter|gram|kilo|kilogram|mile|foot|inch|tonne|ton)s?$/;

/** `for one month`, where the passage has `for one week`. */
export function otherUnitWord(region: Region): Disagreement | null {
  const { claim, passage } = region;
  for (let at = 1; at < claim.tokens.length; at++) {
    const unit = UNIT.exec(claim.word(at))?.[1];
    const before = claim.word(at - 1);
    if (unit === undefined || before === '') continue;
    let other = -1;
    let isThere = false;
    for (let index = 1; index < passage.tokens.length && !isThere; index++) {
      const theirs = UNIT.exec(passage.word(index))?.[1];
      if (theirs === unit) isThere = true;
      else if (theirs !== undefined && passage.word(index - 1) === before) other = index;
    }
    if (!isThere && other !== -1)
      return {
        kind: 'unit',
        at,
        claimed: claim.words(at - 1, at),
        found: passage.words(other - 1, other),
        isCertain: false,
      };
  }
  return null;
}
