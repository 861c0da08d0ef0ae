import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { wordsFrom } from './find-left-out.js';
import { isAuxiliary, isBe, isDeterminer, isPreposition, isVerbAt } from './verbs.js';
import { CONDITION } from './word-traits.js';
import { findWord, firstIn, idsOf, isMostly, rangeOfSentence, wordsOf } from './sentence-of-claim.js';

// What a claim tells as done although it is only planned, allowed or a condition.

const PLANNED =
  /^(?:discuss(?:es|ed|ing)?|consider(?:s|ed|ing)?|thinking|propos(?:es|ed|ing)|plan(?:s|ned|ning)|intend(?:s|ed|ing)?|hop(?:es|ed|ing)|wants?|wanted|suggest(?:s|ed|ing)?|recommend(?:s|ed|ing)?|offer(?:s|ed|ing)?|ask(?:s|ed|ing)|request(?:s|ed|ing)|appl(?:ies|ied|ying)|expect(?:s|ed|ing)?|wish(?:es|ed)?)$/;
/** Words of a claim that leave it open too. */
const LEAVES_OPEN =
  /^(?:discuss|consider|think|thought|propos|plan|intend|intent|hop|want|suggest|recommend|offer|ask|request|appl|aim|expect|wish|would|could|may|might|should|will|if|idea|seek|sought|advi)/;
const UNTIL = /^(?:until|unless|if|once|bis|wenn|falls|sofern)$/;
const WHEN = /^(?:when|after|before|wenn|nachdem|bevor)$/;
const MODAL = /^(?:may|must|will|can|shall|should|could|would|only|darf|muss|kann|soll|wird|erst|nur)$/;

/** The board `discussed an increase`; it did not decide on one. */
export function planned(region: Region, sentence: number, ids: readonly number[]): Disagreement | null {
  const { claim, passage } = region;
  if (findWord(claim, LEAVES_OPEN) !== -1) return null;
  const verb = claim.tokens.findIndex(
    (_, index) => index > 0 && claim.isContent(index) && isVerbAt(claim, index),
  );
  const predicate = verb === -1 ? ids : idsOf(region, (index) => index >= verb);
  const [from, to] = rangeOfSentence(region, sentence);
  for (let at = from; at < to; at++) {
    if (
      isPlannedThing(region, at) &&
      isMostly(region, ids, sentence, (place) => passage.isSameClause(place, at))
    )
      return {
        kind: 'modal',
        at: 0,
        claimed: claim.written(0),
        found: wordsFrom(passage, at - 1),
        isCertain: false,
      };
    if (!PLANNED.test(passage.word(at))) continue;
    const next = passage.word(at + 1);
    if (
      !(
        isDeterminer(next) ||
        isPreposition(next) ||
        /^(?:to|that|of|an?|the|for)$/.test(next) ||
        next.endsWith('ing')
      )
    )
      continue;
    // Who planned it stands before the plan.
    const done = next === 'to' && !passage.word(at).startsWith('appl') ? predicate : ids;
    if (isMostly(region, done, sentence, (place) => place > at))
      return {
        kind: 'modal',
        at: 0,
        claimed: claim.written(0),
        found: wordsFrom(passage, at),
        isCertain: false,
      };
  }
  return null;
}

const PLANNED_THING = /^(?:planned|proposed|scheduled|intended|foreseen|geplant|vorgesehen)$/;

/** `A fix is planned`: the plan comes after what is planned. */
const isPlannedThing = ({ passage }: Region, at: number) =>
  PLANNED_THING.test(passage.word(at)) && isAuxiliaryOrBe(passage.word(at - 1));

const isAuxiliaryOrBe = (word: string) => isBe(word) || isAuxiliary(word);

/** `has been fixed`, where another sentence says that a fix is planned. */
export function plannedElsewhere(region: Region, ids: readonly number[]): Disagreement | null {
  const { claim, passage, places, termOf, sentenceAt } = region;
  if (findWord(claim, LEAVES_OPEN) !== -1) return null;
  for (const id of ids) {
    const at = termOf.indexOf(id);
    if (!claim.word(at).endsWith('ed')) continue;
    const sentences = new Set((places[id] ?? []).map(sentenceAt));
    const [only] = sentences;
    if (only === undefined || sentences.size > 1) continue;
    const [from, to] = rangeOfSentence(region, only);
    for (let index = from; index < to; index++)
      if (isPlannedThing(region, index))
        return {
          kind: 'modal',
          at,
          claimed: claim.written(at),
          found: wordsFrom(passage, index - 1),
          isCertain: false,
        };
  }
  return null;
}

const STRONG = /^(?:must|shall|required|mandatory|obliged|compulsory|obligatory|essential|muss|müssen)$/;
const WISHED = /^(?:desirable|preferred|preferable|recommended|advisable|optional|erwünscht|empfohlen)$/;
const WEAKER =
  /^(?:desirable|preferred|preferable|preferably|ideally|welcome|recommended|recommend|recommends|advised|advisable|optional|may|can|should|encouraged|empfohlen)$/;

/** `must wear a lab coat`, where it must be a face shield, and `lab coats are recommended`. */
export function weakerThere(region: Region, sentence: number, ids: readonly number[]): Disagreement | null {
  const { claim, passage, places, termOf, sentenceAt } = region;
  const at = findWord(claim, STRONG);
  if (at === -1) return null;
  const own = wordsOf(region, sentence);
  const weak = own.findIndex((word) => WISHED.test(word));
  if (weak !== -1 && !own.some((word) => STRONG.test(word)))
    return {
      kind: 'modal',
      at,
      claimed: claim.written(at),
      found: own[weak] ?? '',
      isCertain: false,
    };
  for (const id of ids) {
    const sentences = new Set((places[id] ?? []).map(sentenceAt));
    const [only] = sentences;
    if (only === undefined || sentences.size > 1 || only === sentence || termOf.indexOf(id) < at) continue;
    const words = wordsOf(region, only);
    const weaker = words.findIndex((word) => WEAKER.test(word));
    if (weaker === -1 || words.some((word) => STRONG.test(word))) continue;
    const [from] = rangeOfSentence(region, only);
    return {
      kind: 'modal',
      at,
      claimed: claim.written(at),
      found: passage.written(from + weaker),
      isCertain: false,
    };
  }
  return null;
}

const REQUEST = /^(?:could|can|would|will|should|shall|may|might|whether)$/;

/** `Could you ask whether the banner can be shortened?` does not say that it was. */
export function onlyAsked(region: Region, sentence: number): Disagreement | null {
  const { claim, passage } = region;
  const [from, to] = rangeOfSentence(region, sentence);
  if (!passage.endsWithQuestion(to - 1)) return null;
  if (/^(?:yes|no|ja|nein|oui|non|si|only|of)$/.test(passage.word(to))) return null;
  const asks = wordsOf(region, sentence).findIndex((word) => REQUEST.test(word));
  if (asks === -1 || findWord(claim, LEAVES_OPEN) !== -1 || findWord(claim, MODAL) !== -1) return null;
  return {
    kind: 'modal',
    at: 0,
    claimed: claim.written(0),
    found: wordsFrom(passage, from),
    isCertain: false,
  };
}

/** `may be opened only when the bolts have been replaced`: it is not said that they have been. */
export function notYet(region: Region, sentence: number, ids: readonly number[]): Disagreement | null {
  const { claim, passage } = region;
  if (claim.has(CONDITION)) return null;
  const [from, to] = rangeOfSentence(region, sentence);
  for (let at = from; at < to; at++) {
    const word = passage.word(at);
    const isOpen = UNTIL.test(word) || (WHEN.test(word) && hasModal(region, from, at));
    if (!isOpen) continue;
    const end = endOfPhrase(region, at, to);
    const isInside = (place: number) => place > at && place < end;
    if (passage.word(at - 1) !== 'at' && isMostly(region, ids, sentence, isInside))
      return {
        kind: 'condition',
        at: 0,
        claimed: claim.written(0),
        found: wordsFrom(passage, at),
        isCertain: false,
      };
  }
  return null;
}

/** `has rejected a batch` for `may take samples and reject any batch`. */
export function toldAsDone(region: Region, sentence: number): Disagreement | null {
  const { claim, passage, places, termOf, sentenceAt } = region;
  if (findWord(claim, MODAL) !== -1) return null;
  const [from] = rangeOfSentence(region, sentence);
  for (let at = 0; at < claim.tokens.length; at++) {
    const word = claim.word(at);
    if (!word.endsWith('ed') || word.length < 5) continue;
    const id = termOf[at] ?? -1;
    const place = firstIn(region, id, sentence);
    if (place === -1 || !isBareForm(passage.word(place), word)) continue;
    // Nowhere in the sentence is it done.
    const isBare = (one: number) => sentenceAt(one) !== sentence || isBareForm(passage.word(one), word);
    if (!(places[id] ?? []).every(isBare)) continue;
    const modal = lastModal(region, from, place);
    if (modal !== -1)
      return {
        kind: 'modal',
        at,
        claimed: claim.written(at),
        found: `${passage.written(modal)} … ${passage.written(place)}`,
        isCertain: false,
      };
  }
  return null;
}

const ENDING = /(?:ed|s|ing)$/u;

/** `reject` of `rejected`. */
const isBareForm = (word: string, done: string) =>
  !ENDING.test(word) && done.startsWith(word.endsWith('e') ? word.slice(0, -1) : word);

const NOT_DONE = /^(?:may|must|will|can|shall|should|could|would|might|to)$/;

function lastModal({ passage }: Region, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) if (NOT_DONE.test(passage.word(at))) return at;
  return -1;
}

const COMMA = /[,;:]/u;

/** Up to the next comma. */
function endOfPhrase({ passage }: Region, from: number, to: number): number {
  for (let at = from; at + 1 < to; at++) if (COMMA.test(passage.gapAfter(at))) return at + 1;
  return to;
}

function hasModal({ passage }: Region, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (MODAL.test(passage.word(at))) return true;
  return false;
}
