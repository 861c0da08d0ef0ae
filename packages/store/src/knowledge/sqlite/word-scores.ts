import type { QueryTerm } from '@ibid/retrieval/internal';
import { amongMore, lengthPenalty, wordInformation, wordShare } from '@ibid/retrieval/internal';
import type { AllowedSlots } from './allowed-slots.js';
import { bestOf } from './best-of.js';
import { highestOf } from './highest-of.js';
import { positionOf } from './position-of.js';
import type { Postings } from './postings-codec.js';
import type { SlotTable } from './slot-table.js';
import { WEIGHT_UNIT } from './word-weights.js';

/** Words of the query with where they occur, one list per variant. */
export interface TermPostings {
  term: QueryTerm;
  variants: readonly (readonly Postings[])[];
}

/** A word in more chunks than this share tells little: it orders what rarer words found, and finds nothing itself. */
const COMMON_SHARE = 0.2;

/** Of what rarer words found, as many are ordered by common ones as could still reach the top. */
const ORDERED_BY_COMMON = 2_000;

/** With fewer places than this a word is added everywhere sooner than it is found out whether it need be. */
const WORTH_A_LOOK = 1_000;

/** For all queries, because new ones of this size each time keep the garbage collector busy. */
let scratch = { scores: new Float32Array(0), found: new Int32Array(0) };

export interface WordScores {
  /** BM25 by slot, of the slots found; valid until the next query. */
  scores: Float32Array;
  /** The slots among which the best by words are, in no order. */
  found: Int32Array;
  /** Makes the scores of these allowed slots whole, which need not be among those found. */
  complete(slots: readonly number[]): void;
}

interface Word {
  parts: readonly Postings[];
  /** Of all chunks that have it, whoever may see them. */
  places: number;
  chunksWithWord: number;
  information: number;
  /** No chunk gets more for this word. */
  most: number;
}

/** BM25 of the allowed slots for the query's words, rare ones first, as far as the best `limit` need it. */
export function wordScores(options: {
  slots: SlotTable;
  allowed: Uint8Array;
  /** Over what words are counted and lengths averaged: all that the viewer may see, whatever is searched of it. */
  counted: AllowedSlots;
  terms: readonly TermPostings[];
  limit: number;
  besideMeaning: boolean;
}): WordScores {
  const { slots, allowed, counted, terms, limit, besideMeaning } = options;
  if (scratch.scores.length < slots.count) {
    const size = Math.ceil(slots.count * 1.2);
    scratch = { scores: new Float32Array(size), found: new Int32Array(size) };
  }
  const { scores } = scratch;
  scores.fill(0, 0, slots.count);
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
  const addRest = (to: Int32Array): void => {
    for (const word of words.slice(place))
      for (const part of word.parts) addToOrdered(part, to, scores, word, share);
  };
  addRest(found);
  const isWhole = (slot: number): boolean => !ordered || found[positionOf(found, slot, 0)] === slot;
  return {
    scores,
    found,
    complete: (wanted) => addRest(Int32Array.from(wanted.filter((slot) => !isWhole(slot))).sort()),
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
      // The variants are one word: how rare it is follows from all of them together.
      const parts = variants.flat();
      const chunksWithWord = counted.chunksIn(parts);
      const items = counted.fewItems;
      const counts =
        items === null
          ? { chunks, chunksWithWord }
          : amongMore({ chunks, chunksWithWord, items, itemsWithWord: counted.itemsIn(parts) });
      const information = term.count * wordInformation({ besideMeaning, ...counts });
      // A chunk may have several variants, each of which adds its own.
      const most = variants.reduce((sum, variant) => {
        const heaviest = variant.reduce((heavy, part) => Math.max(heavy, part.heaviest), 0);
        return heaviest > 0 ? sum + information * wordShare(heaviest / WEIGHT_UNIT, leastPenalty) : sum;
      }, 0);
      const places = parts.reduce((sum, part) => sum + part.slots.length, 0);
      return { parts, places, chunksWithWord, information, most };
    })
    .filter((word) => word.chunksWithWord > 0)
    .sort((left, right) => left.chunksWithWord - right.chunksWithWord);
}

/**
 * Going up, the slots that this word and the ones after it are to be added to, and no others; null when they may still
 * bring a slot to the top that no word before them found.
 */
function candidatesAmong(options: {
  found: Int32Array;
  scores: Float32Array;
  word: Word;
  /** The most that a chunk has, and the most that one may still get. */
  reached: number;
  left: number;
  counted: AllowedSlots;
  limit: number;
}): Int32Array | null {
  const { found, scores, reached, left, counted, limit } = options;
  const { chunksWithWord, places } = options.word;
  // What adding it everywhere costs goes by all its places, of which the viewer may see few. It changes no result.
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
