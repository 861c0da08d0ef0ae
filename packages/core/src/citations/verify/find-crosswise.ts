import type { Disagreement } from './disagreement.js';
import { rarityOf } from './common-terms.js';
import { isRow, mostOf, rangeOf } from './region-sentences.js';
import type { Region } from './region.js';
import { idsOf } from './sentence-of-claim.js';
import { isAuxiliary, isPronoun, isVerbAt } from './verbs.js';

// Two sentences about two things, of which a claim takes the subject of one and the rest of the other.

const NONE: readonly number[] = [];
/** Content words of a claim that says one thing. */
const MOST_WORDS = 8;
/** Tokens of a sentence that does. */
const LONGEST = 25;

/**
 * `The blue key opens the shed`, where the red one does, and the blue one opens the gate: what the claim says stands in
 * a sentence about something else, and the sentence about its subject says something else.
 */
export function crosswise(region: Region): Disagreement | null {
  const { claim, places, termOf, statementAt } = region;
  const ids = idsOf(region);
  // A long claim retells several sentences.
  if (ids.length > MOST_WORDS || (region.parts.at(-1) ?? 0) > 0) return null;
  // The usual case: one statement has all that the passage has of it.
  const found = ids.filter((id) => (places[id]?.length ?? 0) > 0);
  if (mostOf(region, found, statementAt)?.count === found.length) return null;
  const statements = statementsWith(region, ids);
  if (statements.length < 2 || statements.some((one) => isRow(region, one))) return null;
  const has = (id: number, statement: number) =>
    (places[id] ?? NONE).some((place) => statementAt(place) === statement);
  const verb = verbOf(region);
  const subject = ids.filter((id) => termOf.indexOf(id) < verb);
  if (subject.length === 0) return null;
  for (const own of statements) {
    if (!subject.some((id) => has(id, own)) || !isShort(region, own) || !saysSomethingElse(region, own))
      continue;
    for (const other of statements) {
      if (other === own || !isShort(region, other) || pointsBack(region, other)) continue;
      const [taken] = found.filter(
        (id) => has(id, other) && !has(id, own) && !subject.includes(id) && saysMuch(region, id),
      );
      if (taken === undefined || !areOfOneKind(region, subject, own, other)) continue;
      const at = termOf.indexOf(taken);
      return {
        kind: 'apart',
        at,
        claimed: claim.written(at),
        found: region.passage.words(...firstWords(region, own)),
        isCertain: false,
      };
    }
  }
  return null;
}

const statementsWith = ({ places, statementAt }: Region, ids: readonly number[]) => [
  ...new Set(ids.flatMap((id) => (places[id] ?? NONE).map((place) => statementAt(place)))),
];

const MOST_QUOTED = 6;

function firstWords(region: Region, statement: number): [number, number] {
  const [from, to] = rangeOf(region, statement);
  return [from, Math.min(to - 1, from + MOST_QUOTED)];
}

function isShort(region: Region, statement: number): boolean {
  const [from, to] = rangeOf(region, statement);
  return to - from <= LONGEST;
}

/** Index of the claim's first verb; one word in if none looks like one. */
function verbOf({ claim }: Region): number {
  for (let at = 1; at < claim.tokens.length; at++)
    if (isVerbAt(claim, at) || isAuxiliary(claim.word(at))) return at;
  return 1;
}

/** A common verb such as `means` is said of everything. */
function saysMuch({ claim, termOf }: Region, id: number): boolean {
  const at = termOf.indexOf(id);
  return !isVerbAt(claim, at) || rarityOf(claim.term(at)) === 1;
}

function pointsBack(region: Region, statement: number): boolean {
  const word = region.passage.word(rangeOf(region, statement)[0]);
  return isPronoun(word) || /^(?:this|these|that|such|there|dies\p{L}*|so|then|dann)$/u.test(word);
}

/** After its first verb, the statement has content that the claim does not have. */
function saysSomethingElse(region: Region, statement: number): boolean {
  const { passage, claimed } = region;
  const [from, to] = rangeOf(region, statement);
  let isAfter = false;
  for (let at = from; at < to; at++) {
    if (isAfter && passage.isContent(at) && !claimed.has(passage.term(at))) return true;
    isAfter ||= isVerbAt(passage, at) || isAuxiliary(passage.word(at)) || claimed.has(passage.term(at));
  }
  return false;
}

/** From a noun to the word that tells it from others of its kind: `the motion to sell`. */
const BESIDE = 3;

/**
 * `the blue key` and `the red key`, `error E12` and `error E07`: beside the same word of the claim's subject, one
 * statement has another word of it and the other one something else.
 */
function areOfOneKind(region: Region, subject: readonly number[], own: number, other: number): boolean {
  const { passage, places, claimed, statementAt } = region;
  const placesIn = (id: number, statement: number) =>
    (places[id] ?? NONE).filter((place) => statementAt(place) === statement);
  for (const head of subject) {
    const [here, there] = [placesIn(head, own), placesIn(head, other)];
    if (here.length === 0 || there.length === 0) continue;
    for (const id of subject) {
      if (id === head || placesIn(id, other).length > 0) continue;
      for (const step of [1, -1]) {
        const isBeside = (at: number, place: number) =>
          (place - at) * step > 0 && Math.abs(place - at) <= BESIDE;
        if (!here.some((at) => placesIn(id, own).some((place) => isBeside(at, place)))) continue;
        for (const at of there)
          for (let far = 1; far <= BESIDE && statementAt(at + far * step) === other; far++) {
            const place = at + far * step;
            if (isVerbAt(passage, place) && step === 1 && far === 1) break;
            if (!passage.isContent(place)) continue;
            if (claimed.has(passage.term(place))) break;
            return true;
          }
      }
    }
  }
  return false;
}

const ABOVE = /^(?:over|above|after|from|since|über|ab|nach)$/;
const BELOW = /^(?:under|below|before|until|till|unter|vor|bis)$/;

/** `over six` and `under six`. */
const isOpposite = (one: string, other: string) =>
  (ABOVE.test(one) && BELOW.test(other)) || (BELOW.test(one) && ABOVE.test(other));

/** `Children over six must not take it`, where only the sentence about those under six denies it. */
export function deniedOfOthers(region: Region): Disagreement | null {
  const { claim, passage, places, statementAt, termOf } = region;
  const [negator] = claim.negators;
  if (negator === undefined) return null;
  const ids = idsOf(region).filter((id) => (places[id]?.length ?? 0) > 0);
  const has = (id: number, statement: number) =>
    (places[id] ?? NONE).some(
      (place) =>
        statementAt(place) === statement &&
        !isOpposite(claim.word(termOf.indexOf(id) - 1), passage.word(place - 1)),
    );
  const statements = statementsWith(region, ids);
  const full = statements.filter((one) => ids.every((id) => has(id, one)));
  const isDenied = (one: number) => passage.negators.some((at) => statementAt(at) === one);
  const denied = statements.filter(isDenied);
  const [there] = full;
  if (there === undefined || denied.length === 0 || full.some(isDenied) || ids.length < 2) return null;
  if (denied.every((one) => pointsBack(region, one))) return null;
  return {
    kind: 'negation',
    at: negator,
    claimed: claim.words(negator, negator + 1),
    found: passage.words(...firstWords(region, there)),
    isCertain: false,
  };
}
