import type { Region } from './region.js';
import { isAdverb, isAuxiliary, isBe, isDeterminer, isPreposition, isPronoun, isVerbAt } from './verbs.js';

// Queries about one sentence of a passage.

/** Words with which a sentence continues about what the previous one named. */
const POINTS_BACK = new Set(
  'it he she they this these those such both its his her their there another er sie es diese dieser dieses ihr sein il elle ils elles ce cette ces'.split(
    ' ',
  ),
);
/** How far from the beginning of a sentence such a word can still be its subject. */
const BEGINNING = 4;

export const isClaimed = ({ claimed, passage }: Region, index: number) => claimed.has(passage.term(index));

/** After `the` or `this`, with at most one word between. */
export function isKnownThing({ passage }: Region, noun: number): boolean {
  const words = [passage.word(noun - 1), passage.word(noun - 2)];
  return words.some((word) =>
    /^(?:the|this|that|these|those|der|die|das|dieser|diese|le|la|les|el|los|las)$/.test(word),
  );
}

export const standsIn = (region: Region, id: number, sentence: number) =>
  (region.places[id] ?? []).some((place) => region.statementAt(place) === sentence);

export function isRow(region: Region, sentence: number): boolean {
  const [from] = rangeOf(region, sentence);
  return from !== -1 && region.isRow(from);
}

export const isHeader = (region: Region, place: number) => region.cellAt(place)?.row === 0;

/** A line that only names something applies to what follows. A line that names several does not say which. */
export function isHeadline(region: Region, sentence: number): boolean {
  return isOnlyNamed(region, sentence) && namesInSentence(region, sentence) < 2;
}

/** It has no verb and no end punctuation. */
export function isOnlyNamed(region: Region, sentence: number): boolean {
  const { passage } = region;
  const [from, to] = rangeOf(region, sentence);
  for (let index = from; index < to; index++)
    if (isAuxiliary(passage.word(index)) || isVerbAt(passage, index)) return false;
  return !passage.endsWithStop(to - 1);
}

export function sentencePointsBack(region: Region, sentence: number): boolean {
  const [from, to] = rangeOf(region, sentence);
  for (let index = from; index < Math.min(to, from + BEGINNING); index++)
    if (POINTS_BACK.has(region.passage.word(index))) return true;
  return false;
}

/** Number of separate names, each of any number of words. */
export function namesInSentence(region: Region, sentence: number): number {
  const { passage } = region;
  const [from, to] = rangeOf(region, sentence);
  let count = 0;
  let isInName = false;
  for (let index = from; index < to; index++) {
    const isName = passage.tokens[index]?.kind === 'name';
    if (isName && !(isInName && passage.isSameClause(index - 1, index))) count++;
    isInName = isName;
  }
  return count;
}

/**
 * The noun at the beginning of a sentence; -1 if there is none. Cached, because it is called for every word of the
 * claim.
 */
export function firstNoun(region: Region, sentence: number): number {
  const known = region.firstNouns.get(sentence);
  if (known !== undefined) return known;
  const found = findFirstNoun(region, sentence);
  region.firstNouns.set(sentence, found);
  return found;
}

function findFirstNoun(region: Region, sentence: number): number {
  const { passage } = region;
  const [from, to] = rangeOf(region, sentence);
  let noun = -1;
  for (let index = from; index < to; index++) {
    const word = passage.word(index);
    if (isVerbAt(passage, index) || isAuxiliary(word) || isBe(word)) return noun;
    if (isPronoun(word) && !isDeterminer(word)) return -1;
    if (passage.isContent(index) && !isPreposition(word) && !isAdverb(word)) noun = index;
    else if (noun !== -1 && isPreposition(word)) return noun;
  }
  // If its verb was taken for a noun, its first word is the subject.
  for (let index = from; index < to && passage.endsWithStop(to - 1); index++)
    if (passage.isContent(index)) return passage.tokens[index]?.amount ? -1 : index;
  return -1;
}

export function beginningOf(region: Region, sentence: number): string {
  const { passage } = region;
  const [from, to] = rangeOf(region, sentence);
  const words: string[] = [];
  for (let index = from; index < Math.min(to, from + 6); index++) words.push(passage.written(index));
  return words.join(' ');
}

/** First token of a sentence in the passage, and the one after its last; -1 if it has none. */
export function rangeOf(region: Region, sentence: number): [from: number, to: number] {
  const known = region.ranges.get(sentence);
  if (known) return known;
  let from = -1;
  let to = -1;
  for (let index = 0; index < region.passage.tokens.length; index++) {
    if (region.statementAt(index) !== sentence) continue;
    if (from === -1) from = index;
    to = index + 1;
  }
  const range: [number, number] = [from, to];
  region.ranges.set(sentence, range);
  return range;
}

/** The sentence or statement that contains the most terms. */
export interface Fullest {
  part: number;
  count: number;
  /** How many the second fullest contains; 0 if there is none. */
  next: number;
}

/**
 * The sentence or statement that contains the most of the terms, the first of several; null if none has any. A passage
 * has few sentences, so a list is searched faster than maps and sets are made.
 */
export function mostOf(
  { places }: Region,
  terms: readonly number[],
  partAt: (index: number) => number,
): Fullest | null {
  const parts: number[] = [];
  const counts: number[] = [];
  for (let index = 0; index < terms.length; index++) {
    const term = terms[index] ?? -1;
    const there = places[term];
    if (!there || terms.indexOf(term) < index) continue;
    // Places ascend, and sentences with them.
    let last = -1;
    for (const place of there) {
      const part = partAt(place);
      if (part === last) continue;
      last = part;
      const at = parts.indexOf(part);
      if (at !== -1) counts[at] = (counts[at] ?? 0) + 1;
      else counts[parts.push(part) - 1] = 1;
    }
  }
  let fullest = -1;
  let count = 0;
  let next = 0;
  for (let at = 0; at < counts.length; at++) {
    const own = counts[at] ?? 0;
    next = Math.max(next, Math.min(own, count));
    if (own <= count) continue;
    count = own;
    fullest = at;
  }
  const part = parts[fullest];
  return part === undefined ? null : { part, count, next };
}
