import type { QueryTerm } from '@ibid/retrieval';
import { lengthPenalty, wordInformation, wordShare } from '@ibid/retrieval';
import { highestOf } from './highest-of.js';
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

/** For all queries, because new ones of this size each time keep the garbage collector busy. */
let scratch = { scores: new Float32Array(0), found: new Int32Array(0) };

export interface WordScores {
  /** BM25 by slot; 0 for all but those found. */
  scores: Float32Array;
  /** Slots that have a word of the query, in no order. */
  found: Int32Array;
}

/** BM25 of the allowed slots for the query's words; valid until the next call. */
export function wordScores(
  slots: SlotTable,
  allowed: Uint8Array,
  terms: readonly TermPostings[],
): WordScores {
  if (scratch.scores.length < slots.count) {
    const size = Math.ceil(slots.count * 1.2);
    scratch = { scores: new Float32Array(size), found: new Int32Array(size) };
  }
  const { scores, found } = scratch;
  scores.fill(0, 0, slots.count);
  let size = 0;
  const { averageLength, lengths } = slots;
  const base = lengthPenalty({ length: 0, averageLength });
  const perLength = lengthPenalty({ length: 1, averageLength }) - base;
  // The variants are one word: how rare it is follows from all of them together.
  const words = terms
    .map(({ term, variants }) => {
      const parts = variants.flat();
      const chunksWithWord = parts.reduce((sum, part) => sum + part.slots.length, 0);
      const information = term.count * wordInformation({ chunks: slots.live, chunksWithWord });
      return { parts, chunksWithWord, information };
    })
    .filter((word) => word.chunksWithWord > 0)
    .sort((left, right) => left.chunksWithWord - right.chunksWithWord);
  let ordered: Int32Array | null = null;
  for (const [place, { parts, chunksWithWord, information }] of words.entries()) {
    const share = (part: Postings, index: number, slot: number): number =>
      information * wordShare(part.weights[index]! / WEIGHT_UNIT, base + perLength * lengths[slot]!);
    if (place > 0 && chunksWithWord > slots.live * COMMON_SHARE && chunksWithWord > ORDERED_BY_COMMON) {
      ordered ??= highestOf(found.subarray(0, size), scores, ORDERED_BY_COMMON).sort();
      for (const part of parts) addToOrdered(part, ordered, scores, share);
      continue;
    }
    for (const part of parts) {
      const { slots: places, weights } = part;
      for (let index = 0; index < places.length; index += 1) {
        const slot = places[index]!;
        if (allowed[slot] === 0) continue;
        if (scores[slot] === 0) found[size++] = slot;
        const penalty = base + perLength * lengths[slot]!;
        scores[slot]! += information * wordShare(weights[index]! / WEIGHT_UNIT, penalty);
      }
    }
  }
  return { scores, found: found.subarray(0, size) };
}

function addToOrdered(
  part: Postings,
  ordered: Int32Array,
  scores: Float32Array,
  share: (part: Postings, index: number, slot: number) => number,
): void {
  const last = part.slots.at(-1) ?? -1;
  let from = 0;
  for (let place = positionOf(ordered, part.slots[0] ?? 0, 0); place < ordered.length; place += 1) {
    const slot = ordered[place]!;
    if (slot > last) return;
    from = positionOf(part.slots, slot, from);
    if (part.slots[from] === slot) scores[slot]! += share(part, from, slot);
  }
}

/** The first place from `from` on whose slot is not below the wanted one. */
function positionOf(slots: Int32Array, wanted: number, from: number): number {
  let low = from;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
