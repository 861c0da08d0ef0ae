import type { QueryTerm } from '@ibid/retrieval/internal';
import { amongMore, lengthPenalty, wordInformation, wordShare } from '@ibid/retrieval/internal';
import type { AllowedSlots } from './allowed-slots.js';
import { bestOf } from './best-of.js';
import { highestOf } from './highest-of.js';
import { positionOf } from './position-of.js';
import type { Postings } from './postings-codec.js';
import type { SlotTable } from './slot-table.js';
import type { WordPostings } from './word-lookup.js';
import { WEIGHT_UNIT } from './word-weights.js';

/** Query words with their occurrences, in the order of their variants. */
export interface TermPostings {
  term: QueryTerm;
  variants: readonly WordPostings[];
}

/** A word in more than this share of chunks discriminates little: it only reorders what rarer words found. */
const COMMON_SHARE = 0.2;

/** How many of the chunks found by rarer words are reordered by common ones: as many as could still reach the top. */
const ORDERED_BY_COMMON = 2_000;

/** With fewer postings than this, adding a word everywhere is faster than checking whether it is needed. */
const WORTH_A_LOOK = 1_000;

/** Reused by all queries: allocating arrays of this size per query keeps the garbage collector busy. */
let scratch = { scores: new Float32Array(0), found: new Int32Array(0) };

/** The slots that the last query gave a score; null if not known. */
let scored: Int32Array[] | null = [];

/** Above this share of the array, clearing all of it is quicker. */
const CLEARED_ONE_BY_ONE = 1 / 16;

/** Sets all scores to 0, at a cost that depends on what the last query found and not on the number of chunks. */
function clearScores({ scores }: typeof scratch): void {
  const size = scored?.reduce((sum, slots) => sum + slots.length, 0) ?? scores.length;
  if (size > scores.length * CLEARED_ONE_BY_ONE) scores.fill(0);
  else for (const slots of scored ?? []) for (let at = 0; at < slots.length; at += 1) scores[slots[at]!] = 0;
  scored = null;
}

export interface WordScores {
  /** BM25 by slot for the found slots; valid until the next query. */
  scores: Float32Array;
  /** The slots that contain the best keyword matches, in no order. */
  found: Int32Array;
  /** Completes the scores of these allowed slots, which need not be among those found. */
  complete(slots: readonly number[]): void;
}

interface Word {
  parts: readonly Postings[];
  /** Postings to go through, including those of chunks that are not searched. */
  places: number;
  chunksWithWord: number;
  information: number;
  /** The maximum score of a chunk for this word. */
  most: number;
}

/** BM25 of the allowed slots for the query's words, rarest first, as far as needed for the best `limit`. */
export function wordScores(options: {
  slots: SlotTable;
  allowed: Uint8Array;
  /**
   * The slots over which words are counted and lengths averaged: all that the viewer may see, even if fewer are
   * searched.
   */
  counted: AllowedSlots;
  terms: readonly TermPostings[];
  limit: number;
  besideMeaning: boolean;
}): WordScores {
  const { slots, allowed, counted, terms, limit, besideMeaning } = options;
  if (scratch.scores.length < slots.count) {
    const size = Math.ceil(slots.count * 1.2);
    scratch = { scores: new Float32Array(size), found: new Int32Array(size) };
    scored = [];
  }
  clearScores(scratch);
  const { scores } = scratch;
  const { lengths } = slots;
  const { averageLength } = counted;
  const base = lengthPenalty({ length: 0, averageLength });
  const perLength = lengthPenalty({ length: 1, averageLength }) - base;
  const share = (part: Postings, index: number): number =>
    wordShare(part.weights[index]! / WEIGHT_UNIT, base + perLength * lengths[part.slots[index]!]!);
  const words = wordsOf({ terms, counted, leastPenalty: base, besideMeaning });
  let size = 0;
  let reached = 0;
  let left = words.reduce((sum, word) => sum + word.most, 0);
  let place = 0;
  let ordered: Int32Array | null = null;
  for (; place < words.length; place += 1) {
    const word = words[place]!;
    const { parts, information, most } = word;
    const found = scratch.found.subarray(0, size);
    ordered = place === 0 ? null : candidatesAmong({ found, scores, word, reached, left, counted, limit });
    if (ordered) break;
    for (const { slots: places, weights } of parts) {
      for (let index = 0; index < places.length; index += 1) {
        const slot = places[index]!;
        if (allowed[slot] === 0) continue;
        if (scores[slot] === 0) scratch.found[size++] = slot;
        const penalty = base + perLength * lengths[slot]!;
        scores[slot]! += information * wordShare(weights[index]! / WEIGHT_UNIT, penalty);
      }
    }
    reached += most;
    left -= most;
  }
  const found = ordered ?? scratch.found.subarray(0, size);
  const all = [scratch.found.subarray(0, size)];
  scored = all;
  const addRest = (to: Int32Array): void => {
    for (const word of words.slice(place))
      for (const part of word.parts) addToOrdered(part, to, scores, word, share);
  };
  addRest(found);
  const isWhole = (slot: number): boolean => !ordered || found[positionOf(found, slot, 0)] === slot;
  return {
    scores,
    found,
    complete: (wanted) => {
      const rest = Int32Array.from(wanted.filter((slot) => !isWhole(slot))).sort();
      all.push(rest);
      addRest(rest);
    },
  };
}

function wordsOf(options: {
  terms: readonly TermPostings[];
  counted: AllowedSlots;
  leastPenalty: number;
  besideMeaning: boolean;
}): Word[] {
  const { terms, counted, leastPenalty, besideMeaning } = options;
  const chunks = counted.all.length;
  return terms
    .map(({ term, variants }) => {
      // The variants count as one word, so its rarity is that of all variants together.
      const parts = variants.flatMap((variant) => variant.parts);
      const chunksWithWord = variants.reduce((sum, variant) => sum + variant.chunks, 0);
      const items = counted.fewItems;
      const counts =
        items === null
          ? { chunks, chunksWithWord }
          : amongMore({ chunks, chunksWithWord, items, itemsWithWord: counted.itemsIn(parts) });
      const information = term.count * wordInformation({ besideMeaning, ...counts });
      // A chunk may contain several variants, which add up.
      const most = variants.reduce(
        (sum, { heaviest }) =>
          heaviest > 0 ? sum + information * wordShare(heaviest / WEIGHT_UNIT, leastPenalty) : sum,
        0,
      );
      const places = parts.reduce((sum, part) => sum + part.slots.length, 0);
      return { parts, places, chunksWithWord, information, most };
    })
    .filter((word) => word.chunksWithWord > 0)
    .sort((left, right) => left.chunksWithWord - right.chunksWithWord);
}

/**
 * The sorted slots to which this word and the following ones need to be added; null if they may still bring a slot to
 * the top that no earlier word found.
 */
function candidatesAmong(options: {
  found: Int32Array;
  scores: Float32Array;
  word: Word;
  /** The highest score so far, and the most that a slot can still gain. */
  reached: number;
  left: number;
  counted: AllowedSlots;
  limit: number;
}): Int32Array | null {
  const { found, scores, reached, left, counted, limit } = options;
  const { chunksWithWord, places } = options.word;
  // The cost of adding a word everywhere depends on all its postings, of which the viewer may see few. The result is
  // the same either way.
  const isWorthALook = places >= WORTH_A_LOOK && places >= found.length / 2;
  if (isWorthALook && reached > left && found.length >= limit) {
    const [last] = bestOf(found, scores, limit).slice(-1);
    const lowest = last === undefined ? 0 : scores[last]!;
    if (lowest > left) return atLeast(found, scores, lowest - left);
  }
  const isCommon =
    chunksWithWord > Math.max(counted.all.length * COMMON_SHARE, ORDERED_BY_COMMON) &&
    chunksWithWord >= found.length / 2;
  return isCommon ? highestOf(found, scores, ORDERED_BY_COMMON).sort() : null;
}

function atLeast(found: Int32Array, scores: Float32Array, score: number): Int32Array {
  const kept = new Int32Array(found.length);
  let size = 0;
  for (let index = 0; index < found.length; index += 1) {
    const slot = found[index]!;
    if (scores[slot]! >= score) kept[size++] = slot;
  }
  return kept.subarray(0, size).sort();
}

function addToOrdered(
  part: Postings,
  ordered: Int32Array,
  scores: Float32Array,
  word: Word,
  share: (part: Postings, index: number) => number,
): void {
  const last = part.slots.at(-1) ?? -1;
  let from = 0;
  for (let place = positionOf(ordered, part.slots[0] ?? 0, 0); place < ordered.length; place += 1) {
    const slot = ordered[place]!;
    if (slot > last) return;
    from = positionOf(part.slots, slot, from);
    if (part.slots[from] === slot) scores[slot]! += word.information * share(part, from);
  }
}
