import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { firstNoun, mostOf } from './region-sentences.js';
import type { TokenRun } from './token-run.js';
import { isDeterminer, isPreposition, isVerbAt } from './verbs.js';
import {
  APPLIES,
  BEFORE,
  CONDITION,
  EXCEPT,
  EXCEPT_FIRST,
  IF,
  ONLY,
  TELLS_EXCEPTION,
} from './word-traits.js';

/** Exceptions of two words: `apart from`, `other than`. */
const EXCEPT_PAIR =
  /^(?:apart from|aside from|other than|exception of|ausnahme von|ausnahme der|ausnahme des|bis auf|a excepcion)$/;
/** Words of a claim without exceptions. */
const WHOLE =
  /^(?:all|every|everyone|everybody|always|no|none|nobody|never|alle|jeder|jede|niemand|kein|keine|tous|toutes|todos|todas)$/;
const NONE_OF_THEM =
  /^(?:conditions?|restrictions?|reservations?|limits?|bedingung(?:en)?|vorbehalt|auflagen?)$/;
const NEEDED = /^(?:needed|required|necessary|notig|erforderlich|notwendig|necessaire|necesario)$/;
/** Words of a claim that a sentence must share to be the one it repeats. */
const LEAST_SHARED = 2;
/** Share of the claim that must be outside the condition. */
const MOST_OF_IT = 0.7;

/**
 * Finds a restriction in the source that the claim omits: it says of Customer Support what holds for `all teams except
 * Customer Support`, or says unconditionally what holds `if there are signs of forced entry`.
 */
export function findLeftOut(region: Region): Disagreement | null {
  const { passage } = region;
  return (
    (passage.has(EXCEPT | EXCEPT_FIRST) ? exceptionIn(region) : null) ??
    (passage.has(BEFORE) ? neededBefore(region) : null) ??
    (passage.has(ONLY) ? onlyOn(region) : null) ??
    (passage.has(IF) ? conditionOf(region) : null) ??
    (passage.has(APPLIES) ? notOfThis(region) : null)
  );
}

/** `Larger trials are needed before it is recommended`: it is not recommended yet. */
function neededBefore({ claim, passage, claimed, sentenceAt }: Region): Disagreement | null {
  for (let at = 1; at < passage.tokens.length; at++) {
    if (!passage.is(at, BEFORE)) continue;
    const needed = [at - 1, at - 2, at - 3].find((index) => NEEDED.test(passage.word(index)));
    if (needed === undefined || hasWord(claim, passage.term(needed))) continue;
    let shared = 0;
    for (let index = at + 1; index < passage.tokens.length && sentenceAt(index) === sentenceAt(at); index++)
      if (passage.isContent(index) && claimed.has(passage.term(index))) shared++;
    if (shared >= LEAST_SHARED)
      return {
        kind: 'condition',
        at: 0,
        claimed: claim.written(0),
        found: wordsFrom(passage, needed),
        isCertain: false,
      };
  }
  return null;
}

const POINTS = /^(?:this|that|it|dies|das|cela|esto)$/;

/** The source has `… pay a tenth less; this does not apply to you`, but the claim says it about you. */
function notOfThis(region: Region): Disagreement | null {
  const { claim, passage, claimed } = region;
  for (let at = 2; at < passage.tokens.length; at++) {
    if (!passage.is(at, APPLIES) || !passage.hasNegator(at) || claimed.has(passage.term(at))) continue;
    const points = [at - 1, at - 2, at - 3].find((index) => POINTS.test(passage.word(index)));
    // The statement does hold for the group that it names.
    const group = firstNoun(region, region.statementAt((points ?? 0) - 1));
    if (points === undefined || points === 0 || !isOfSentence(region, points - 1)) continue;
    if (group !== -1 && claim.term(claim.nextContent(-1, 1)) === passage.term(group) && !isOneOf(claim))
      continue;
    return {
      kind: 'condition',
      at: 0,
      claimed: claim.written(0),
      found: wordsFrom(passage, points),
      isCertain: false,
    };
  }
  return null;
}

/** `The club pays`: one member of the group in the source. */
const isOneOf = (claim: TokenRun) =>
  /^(?:the|this|our|your|my|der|die|das|unser|unsere)$/.test(claim.word(0));

const hasWord = (run: TokenRun, term: string) => run.tokens.some((_, at) => run.term(at) === term);

function exceptionIn(region: Region): Disagreement | null {
  const { claim, passage, claimed } = region;
  if (claim.has(TELLS_EXCEPTION)) return null;
  const isDenied = claim.negators.length > 0;
  for (const { at, excepted } of exceptionsIn(passage)) {
    // The sentence says the opposite about the exception: that it is not so or, if it denies the rest, that it is.
    const isSameWay = isDenied === isDeniedBefore(region, at);
    if (!isSameWay) continue;
    if (!claimed.has(passage.term(excepted))) {
      const all = claim.tokens.findIndex((_, index) => WHOLE.test(claim.word(index)));
      if (all === -1 || !isOfSentence(region, at)) continue;
      return {
        kind: 'exception',
        at: all,
        claimed: claim.written(all),
        found: wordsFrom(passage, at),
        isCertain: false,
      };
    }
    // If the passage has the word elsewhere too, the claim may be about that.
    const isElsewhere = passage.tokens.some(
      (_, index) => index !== excepted && passage.term(index) === passage.term(excepted),
    );
    const own = claim.tokens.findIndex((_, index) => claim.term(index) === passage.term(excepted));
    if (isElsewhere || own === -1) continue;
    return {
      kind: 'exception',
      at: own,
      claimed: claim.written(own),
      found: wordsFrom(passage, at),
      isCertain: false,
    };
  }
  return null;
}

/** Each `except for the hotel`: where it begins, and what is excepted. */
export function exceptionsIn(run: TokenRun): { at: number; excepted: number }[] {
  if (!run.has(EXCEPT | EXCEPT_FIRST)) return [];
  return run.tokens.flatMap((_, at) => {
    const isPair = isExceptPair(run, at);
    const excepted = isPair || run.is(at, EXCEPT) ? contentAfter(run, isPair ? at + 1 : at) : -1;
    return excepted === -1 ? [] : [{ at, excepted }];
  });
}

const isExceptPair = (run: TokenRun, at: number) =>
  run.is(at, EXCEPT_FIRST) && EXCEPT_PAIR.test(`${run.word(at)} ${run.word(at + 1)}`);

/** Whether the sentence of an exception denies what it says about the rest. */
function isDeniedBefore(
  { passage, sentenceAt }: Pick<Region, 'passage' | 'sentenceAt'>,
  at: number,
): boolean {
  for (let index = at - 1; index >= 0 && sentenceAt(index) === sentenceAt(at); index--)
    if (passage.isNegator(index)) return true;
  return false;
}

/** Whether most of the claim is in the sentence of an exception. */
function isOfSentence({ claim, places, termOf, sentenceAt }: Region, at: number): boolean {
  const ids = Array.from(new Set(termOf.filter((id, index) => id >= 0 && claim.isContent(index))));
  const there = ids.filter((id) => (places[id] ?? []).some((place) => sentenceAt(place) === sentenceAt(at)));
  return there.length >= LEAST_SHARED && there.length >= MOST_OF_IT * ids.length;
}

/** The word that a sentence excepts; -1 if there is none. */
export function exceptedIn(
  { passage, sentenceAt }: Pick<Region, 'passage' | 'sentenceAt'>,
  sentence: number,
): number {
  return exceptionsIn(passage).find(({ at }) => sentenceAt(at) === sentence)?.excepted ?? -1;
}

/** The next content word, past determiners and prepositions. */
function contentAfter(run: TokenRun, from: number): number {
  for (let at = from + 1; at < run.tokens.length && at <= from + 4; at++) {
    if (run.isContent(at)) return at;
    if (!isDeterminer(run.word(at)) && !isPreposition(run.word(at))) return -1;
  }
  return -1;
}

/** `without any condition`, `at once`. */
const deniesCondition = (run: TokenRun, at: number) =>
  (run.word(at) === 'once' && run.word(at - 1) === 'at') ||
  [at + 1, at + 2].some((next) => NONE_OF_THEM.test(run.word(next))) ||
  (NONE_OF_THEM.test(run.word(at)) && run.isNegator(at - 1)) ||
  [at - 1, at - 2].some((before) => /^(?:without|no|ohne|keine|keinen)$/.test(run.word(before)));

/** `subject to approval`; a `subject` alone is not a condition. */
const isCondition = (run: TokenRun, at: number) =>
  run.is(at, IF) && (run.word(at) !== 'subject' || run.word(at + 1) === 'to');

/** A condition of the sentence that the claim repeats, if the claim has no word of it. */
function conditionOf(region: Region): Disagreement | null {
  const { claim, passage } = region;
  if (
    claim.has(CONDITION) &&
    claim.tokens.some((_, at) => claim.is(at, CONDITION) && !deniesCondition(claim, at))
  )
    return null;
  const ids = Array.from(new Set(region.termOf.filter((id) => id >= 0)));
  const sentence = sentenceWithMost(region, ids);
  if (sentence === -1) return null;
  for (let at = 0; at < passage.tokens.length; at++) {
    if (region.sentenceAt(at) !== sentence || !isCondition(passage, at) || region.cellAt(at)) continue;
    const end = endOfClause(passage, at);
    const isInside = (place: number) => place > at && place < end;
    const inside = ids.filter((id) => (region.places[id] ?? []).some(isInside));
    const outside = ids.filter((id) =>
      (region.places[id] ?? []).some((place) => !isInside(place) && region.sentenceAt(place) === sentence),
    );
    if (inside.some((id) => !outside.includes(id))) continue;
    if (outside.length < LEAST_SHARED || outside.length < MOST_OF_IT * ids.length) continue;
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

const ONLY_ON = /^(?:only (?:if|when|after|once|with|on|where)|nur (?:wenn|nach|mit|falls))$/;

/**
 * Finds `is analysed once they have been told` where it is analysed `only if they agree in writing`: another condition.
 */
function onlyOn({ claim, passage, places, termOf, sentenceAt, claimed }: Region): Disagreement | null {
  for (let only = 1; only < passage.tokens.length; only++) {
    if (!passage.is(only, ONLY) || !ONLY_ON.test(`${passage.word(only)} ${passage.word(only + 1)}`)) continue;
    const end = endOfClause(passage, only + 1);
    const inside: string[] = [];
    for (let at = only + 2; at < end; at++) if (passage.isContent(at)) inside.push(passage.term(at));
    if (
      inside.length < LEAST_SHARED ||
      2 * inside.filter((term) => claimed.has(term)).length >= inside.length
    )
      continue;
    // The claimed action occurs here and nowhere else.
    const verb = claim.tokens.findIndex((_, at) => {
      const all = isVerbAt(claim, at) ? (places[termOf[at] ?? -1] ?? []) : [];
      return all.length > 0 && all.every((place) => place < only && sentenceAt(place) === sentenceAt(only));
    });
    if (verb !== -1)
      return {
        kind: 'condition',
        at: verb,
        claimed: claim.written(verb),
        found: wordsFrom(passage, only),
        isCertain: false,
      };
  }
  return null;
}

function sentenceWithMost(region: Region, ids: readonly number[]): number {
  const best = mostOf(region, ids, region.sentenceAt);
  // Another sentence says it too, perhaps without the condition.
  return best && best.count > best.next ? best.part : -1;
}

/** Position after the last token of a clause, including what a conjunction adds to it. */
function endOfClause(run: TokenRun, from: number): number {
  let at = from + 1;
  while (at < run.tokens.length && run.isSameClause(from, at)) at++;
  return at;
}

export function wordsFrom(run: TokenRun, from: number): string {
  const words: string[] = [];
  for (let at = from; at < run.tokens.length && words.length < 7; at++) {
    words.push(run.written(at));
    if (run.endsWithStop(at)) break;
  }
  return words.join(' ');
}
