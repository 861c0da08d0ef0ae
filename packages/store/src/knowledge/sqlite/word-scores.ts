import type { QueryTerm } from '@ibid/retrieval';
import { lengthPenalty, wordInformation, wordShare } from '@ibid/retrieval';
import { bestOf } from './best-of.js';
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

/** One array for all queries, because a new one of this size each time keeps the garbage collector busy. */
let scratch = new Float32Array(0);

function emptyScores(count: number): Float32Array {
  if (scratch.length < count) scratch = new Float32Array(Math.ceil(count * 1.2));
  const scores = scratch.subarray(0, count);
  scores.fill(0);
  return scores;
}

/** BM25 of every slot for the query's words; valid until the next call. */
export function wordScores(
  slots: SlotTable,
  allowed: Int32Array,
  terms: readonly TermPostings[],
): Float32Array {
  const scores = emptyScores(slots.count);
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
      ordered ??= Int32Array.from(bestOf(allowed, scores, ORDERED_BY_COMMON)).sort();
      for (const part of parts) addToOrdered(part, ordered, scores, share);
      continue;
    }
    for (const part of parts) {
      const { slots: places, weights } = part;
      for (let index = 0; index < places.length; index += 1) {
        const slot = places[index]!;
        const penalty = base + perLength * lengths[slot]!;
        scores[slot]! += information * wordShare(weights[index]! / WEIGHT_UNIT, penalty);
      }
    }
  }
  return scores;
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
