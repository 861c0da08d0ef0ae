import { isYear } from './amount.js';
import type { Region } from './region.js';
import {
  firstNoun,
  isClaimed,
  isHeader,
  isHeadline,
  isKnownThing,
  isRow,
  namesInSentence,
  sentencePointsBack,
  rangeOf,
  standsIn,
} from './region-sentences.js';
import { isBe, isBy, isDeterminer, isVerbAt } from './verbs.js';
import { THE_REST } from './word-traits.js';

// Whether the sentence that covers most of a claim continues about what another one names.

/** The most words between a name and its role. */
const BESIDE = 4;
const TITLE = /^(?:mr|mrs|ms|dr|prof|herr|herrn|frau|ltd|inc|gmbh|plc|llp|llc|ag|known|called|as)$/;
const PRONOUN = /^(?:he|she|it|they|er|sie|es|il|elle|ils|elles)$/;
const THIS = /^(?:this|these|such|diese|dieser|dieses|ce|cette|ces)$/;
const WHERE = /^(?:in|at|near|under|beside|behind|bei|unter|neben|hinter)$/;
/** `it` does not refer to sentences further back. */
const MOST_BACK = 3;

interface Missing {
  /** The sentence that covers most of the claim. */
  sentence: number;
  /** The term that it lacks. */
  id: number;
  ids: ReadonlySet<number>;
  subject: ReadonlySet<number>;
}

export function isSpecific({ claim, termOf }: Region, id: number): boolean {
  const token = claim.tokens[termOf.indexOf(id)];
  return token?.kind === 'name' || token?.amount !== undefined;
}

export function isLinked(region: Region, missing: Missing): boolean {
  const { sentence, id } = missing;
  const places = region.places[id] ?? [];
  if (places.length === 0) return !hasOtherName(region, missing);
  if (isAboutTheRest(region, sentence)) return false;
  if (isRow(region, sentence)) return places.some((place) => !region.isRow(place));
  if (isNamedBeside(region, firstNoun(region, sentence), places)) return true;
  if (isMeasureOf(region, firstNoun(region, sentence), missing)) return true;
  if (
    THIS.test(firstWord(region, sentence)) &&
    places.some((place) => isSubjectOf(region, sentence - 1, place))
  )
    return true;
  if (
    missing.subject.has(id) &&
    THIS.test(firstWord(region, sentence)) &&
    places.every((place) => isOnlyWhere(region, place))
  )
    return false;
  if (isContrast(region, missing)) return false;
  const at = region.termOf.indexOf(id);
  // Part of a name whose rest is there.
  if (region.claim.tokens[at]?.kind === 'name' && isPartOfName(region, at, sentence)) return true;
  const others = places.map((place) => region.statementAt(place)).filter((other) => !isRow(region, other));
  const before = others.filter((other) => other < sentence && sentence - other <= MOST_BACK);
  if (before.some((other) => isHeadline(region, other))) return true;
  const isSubject = missing.subject.has(id);
  if (
    before.length > 0 &&
    sentencePointsBack(region, sentence) &&
    (isSubject || !hasOtherName(region, missing))
  )
    return true;
  if (places.some((place) => isCarriedOn(region, missing, place))) return true;
  if (others.length > 0 && others.every((other) => isSaidIn(region, missing, other))) return false;
  const amount = region.claim.tokens[at]?.amount;
  // A year also applies to the sentences after it.
  if (amount) return before.length > 0 && (amount.date !== undefined || isYear(amount.value));
  const own = firstNoun(region, sentence);
  if (isSubject && own !== -1 && isKind(region, own, id)) return false;
  // Another noun can mean the same thing if it was introduced: `the structure`.
  const isOther = isSubject && own !== -1 && !isTermOf(region, own, missing.subject);
  // The claim has it in another role: as the doer, not the object.
  if (isOther && isClaimed(region, own)) return false;
  if (isOther && (before.length === 0 || !isKnownThing(region, own))) return false;
  if (!isSpecific(region, id)) return true;
  // With several names none is meant, nor is one that comes later.
  if (isOther && !before.some((other) => namesInSentence(region, other) < 2)) return false;
  return !hasOtherName(region, missing);
}

/** `Amara Nwosu became Chief Executive. She succeeded Gordon Pryce.`: the next sentence continues about its subject. */
function isCarriedOn(region: Region, { sentence, id, subject }: Missing, place: number): boolean {
  const { passage } = region;
  const other = region.statementAt(place);
  const own = firstNoun(region, sentence);
  if (other !== sentence + 1 || own === -1 || !isClaimed(region, own)) return false;
  if (namesInSentence(region, sentence) > 2 || !PRONOUN.test(firstWord(region, other))) return false;
  // `She succeeded him`: he can be the subject only in the passive.
  if (subject.has(id) && !isPassive(region.claim)) return false;
  // `She succeeded Gordon Pryce, who had led it since 2016`: the clause is about another person.
  for (let at = rangeOf(region, other)[0]; at < place; at++)
    if (/^(?:who|whose|which|where|whom)$/.test(passage.word(at))) return false;
  return true;
}

const isPassive = (claim: Region['claim']) =>
  claim.tokens.some((_, at) => isBe(claim.word(at)) && isVerbAt(claim, at + 1)) &&
  claim.tokens.some((_, at) => isBy(claim.word(at)));

/** Before the verb of a sentence, or beside its first noun. */
const isSubjectOf = (region: Region, sentence: number, place: number) =>
  region.statementAt(place) === sentence && place <= firstNoun(region, sentence);

/** `The heron nests in the old limes. This species …`: a location, not the subject of the sentence. */
function isOnlyWhere({ passage }: Region, place: number): boolean {
  let at = place - 1;
  while (at > 0 && (isDeterminer(passage.word(at)) || passage.isContent(at)) && !isVerbAt(passage, at)) at--;
  return passage.isSameClause(at, place) && WHERE.test(passage.word(at));
}

const firstWord = (region: Region, sentence: number) => region.passage.word(rangeOf(region, sentence)[0]);

/** `Elsewhere a ring may be worn.`: excludes what the previous sentence names. */
export function isAboutTheRest(region: Region, sentence: number): boolean {
  if (!region.passage.has(THE_REST)) return false;
  const [from, to] = rangeOf(region, sentence);
  for (let at = from; at < to; at++) if (region.passage.is(at, THE_REST)) return true;
  return false;
}

/** `the buyer, Mr Lars Etxeberria`, `Harrow Lane Ltd (the “Client”)`: two adjacent names for one thing. */
function isNamedBeside(region: Region, own: number, places: readonly number[]): boolean {
  if (own === -1) return false;
  const { passage } = region;
  const term = passage.term(own);
  return places.some((place) => {
    for (const step of [1, -1])
      for (let at = place + step; Math.abs(at - place) <= BESIDE; at += step) {
        if (region.statementAt(at) !== region.statementAt(place)) break;
        if (passage.term(at) === term) return !passage.isSameClause(at, place);
        const { kind } = passage.tokens[at] ?? {};
        if (kind !== 'name' && !isDeterminer(passage.word(at)) && !TITLE.test(passage.word(at))) break;
      }
    return false;
  });
}

/** `The 12 per cent discount`, if the source has `a discount of 12 per cent` and continues with `The discount …`. */
function isMeasureOf({ claim, passage, termOf, places }: Region, noun: number, { id }: Missing): boolean {
  const at = termOf.indexOf(id);
  if (noun === -1 || !claim.tokens[at]?.amount) return false;
  const term = passage.term(noun);
  const isBeside = (run: Region['passage'], index: number) =>
    [-2, -1, 1, 2].some((step) => run.term(index + step) === term && run.isSameClause(index + step, index));
  return isBeside(claim, at) && (places[id] ?? []).some((place) => place < noun && isBeside(passage, place));
}

/** `the leather cover`, if the sentence has `the fabric cover`: two of a kind, distinguished by the word before. */
function isKind({ claim, passage, termOf, claimed }: Region, own: number, id: number): boolean {
  const at = termOf.indexOf(id);
  // `sample B`, if it has `sample A`.
  if (claim.term(at - 1) === passage.term(own) && passage.isSameClause(own, own + 1))
    return /^[\p{Lu}\d]/u.test(passage.written(own + 1)) && !claimed.has(passage.term(own + 1));
  if (claim.term(at + 1) !== passage.term(own) || !claim.isSameClause(at, at + 1)) return false;
  const other = own - 1;
  return (
    passage.isSameClause(other, own) &&
    passage.isContent(other) &&
    !passage.tokens[other]?.amount &&
    !claimed.has(passage.term(other))
  );
}

/** The statement is where its verb is, unless the other sentence says nothing itself. */
function isSaidIn(region: Region, { sentence, ids }: Missing, other: number): boolean {
  if (firstNoun(region, sentence) === -1) return false;
  return Array.from(ids).some(
    (one) =>
      isVerbAt(region.claim, region.termOf.indexOf(one)) &&
      standsIn(region, one, other) &&
      !standsIn(region, one, sentence),
  );
}

const isTermOf = ({ passage, claim, termOf }: Region, index: number, ids: ReadonlySet<number>) =>
  Array.from(ids).some((id) => claim.term(termOf.indexOf(id)) === passage.term(index));

function isPartOfName({ claim, termOf, ...region }: Region, at: number, sentence: number): boolean {
  return [at - 1, at + 1].some(
    (next) =>
      claim.tokens[next]?.kind === 'name' &&
      claim.isSameClause(at, next) &&
      (region.places[termOf[next] ?? -1] ?? []).some((place) => region.statementAt(place) === sentence),
  );
}

/** Whether another name takes its place: as the subject, or anywhere after it. */
function hasOtherName(region: Region, { sentence, id, subject }: Missing): boolean {
  const { passage } = region;
  const own = firstNoun(region, sentence);
  const isOther = (index: number) =>
    passage.tokens[index]?.kind === 'name' && !region.claimed.has(passage.term(index));
  const [from, to] = rangeOf(region, sentence);
  const isInRow = isRow(region, sentence);
  if (subject.has(id) && !isInRow) return isOther(own);
  for (let index = from; index < to; index++) if (isOther(index)) return true;
  return false;
}

/** Both sentences say the same kind of thing, each about its own subject, so one cannot mean the other. */
function isContrast(region: Region, { sentence, id, ids, subject }: Missing): boolean {
  const own = firstNoun(region, sentence);
  const seen = new Set<number>();
  for (const place of region.places[id] ?? []) {
    const other = region.statementAt(place);
    if (other === sentence || seen.has(other) || isHeader(region, place)) continue;
    seen.add(other);
    const shared = Array.from(ids).filter(
      (one) =>
        one !== id &&
        !subject.has(one) &&
        standsIn(region, one, sentence) &&
        standsIn(region, one, other) &&
        !isSpecific(region, one),
    );
    if (subject.has(id)) {
      const isOther = own !== -1 && !isClaimed(region, own);
      if (isOther && (shared.length > 0 || standTogether(region, own, id))) return true;
    } else {
      const theirs = firstNoun(region, other);
      if (shared.length > 0 && theirs !== -1 && !isClaimed(region, theirs)) return true;
    }
  }
  return false;
}

/** `The tenant needs the landlord's consent`: two parties in one sentence are different. */
function standTogether(region: Region, own: number, id: number): boolean {
  const { passage } = region;
  const term = passage.term(own);
  if (passage.tokens[own]?.kind === 'name' || isSpecific(region, id)) return false;
  const sentences = new Set((region.places[id] ?? []).map((place) => region.statementAt(place)));
  return passage.tokens.some(
    (_, index) => passage.term(index) === term && sentences.has(region.statementAt(index)),
  );
}
