import type { Region } from './region.js';
import type { TokenRun } from './token-run.js';

// The sentences of a passage, for rules about what each of them says.

/** Share of the claim's words in a sentence that must be in the part that leaves it open. */
const MOST_OF_IT = 0.66;
const LEAST_SHARED = 2;
const NOWHERE: readonly number[] = [];

export const idsOf = ({ claim, termOf }: Region, isIn: (index: number) => boolean = () => true): number[] => {
  const ids: number[] = [];
  for (let index = 0; index < termOf.length; index++) {
    const id = termOf[index] ?? -1;
    if (id >= 0 && isIn(index) && claim.isContent(index) && !ids.includes(id)) ids.push(id);
  }
  return ids;
};

export function rangeOfSentence({ passage, sentenceAt }: Region, sentence: number): [number, number] {
  let first = -1;
  let last = -1;
  for (let at = 0; at < passage.tokens.length; at++) {
    if (sentenceAt(at) !== sentence) continue;
    if (first === -1) first = at;
    last = at;
  }
  return [first, last + 1];
}

/**
 * Where a term of the claim is in a sentence first; -1 if it is not there. Many rules ask that of every term, so no
 * list is made.
 */
export function firstIn({ places, sentenceAt }: Region, id: number, sentence: number): number {
  for (const place of places[id] ?? NOWHERE) if (sentenceAt(place) === sentence) return place;
  return -1;
}

export const isInSentence = (region: Region, id: number, sentence: number) =>
  firstIn(region, id, sentence) !== -1;

/** Where a term of the claim is in a sentence, if it is there once; otherwise -1. */
export function onceIn({ places, sentenceAt }: Region, id: number, sentence: number): number {
  let found = -1;
  for (const place of places[id] ?? NOWHERE) {
    if (sentenceAt(place) !== sentence) continue;
    if (found !== -1) return -1;
    found = place;
  }
  return found;
}

/** Index of the first word that fits a pattern; -1 if none does. */
export function findWord(run: TokenRun, pattern: RegExp): number {
  for (let at = 0; at < run.tokens.length; at++) if (pattern.test(run.word(at))) return at;
  return -1;
}

export const wordsOf = (region: Region, sentence: number) => {
  const [from, to] = rangeOfSentence(region, sentence);
  return Array.from({ length: Math.max(0, to - from) }, (_, place) => region.passage.word(from + place));
};

export function textOf(region: Region, sentence: number): string {
  const [from, to] = rangeOfSentence(region, sentence);
  return region.passage.words(from, to - 1);
}

export function isMostly(
  region: Region,
  ids: readonly number[],
  sentence: number,
  isInside: (place: number) => boolean,
): boolean {
  const { places, sentenceAt } = region;
  const there = ids.filter((id) => isInSentence(region, id, sentence));
  const inside = there.filter((id) =>
    (places[id] ?? []).some((place) => sentenceAt(place) === sentence && isInside(place)),
  );
  return inside.length >= LEAST_SHARED && inside.length >= MOST_OF_IT * there.length;
}

/** By token of a sentence: the number of the member that it stands in, if one begins wherever `begins` says. */
export function membersOf(from: number, to: number, begins: (at: number) => boolean): Map<number, number> {
  const member = new Map<number, number>();
  let current = 0;
  for (let at = from; at < to; at++) {
    if (begins(at)) current++;
    member.set(at, current);
  }
  return member;
}
