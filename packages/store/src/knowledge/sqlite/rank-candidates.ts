import type { SearchCandidate, Found } from '../search-index.js';
import type { AllowedSlots } from './allowed-slots.js';
import { bestOf } from './best-of.js';
import type { SlotTable } from './slot-table.js';
import type { CodedQuery, VectorCodes } from './vector-codes.js';
import { wordScores } from './word-scores.js';
import type { TermPostings } from './word-scores.js';

/**
 * The sign bits select this share of the chunks, but at least this many, for comparison by value. Measured on 81,024
 * texts with real vectors: 500 contain .9965 of the ten nearest; 1,000 contain all of them, and .955 of the hundred
 * nearest.
 */
const COMPARED_SHARE = 0.0125;
const COMPARED_LEAST = 1_000;

/** Sample size for estimating the distribution of distances. */
const COUNTED = 4_096;

/** Chunks sampled for the typical similarity to the query. */
const SAMPLE = 256;

/** In a part of the chunks up to this share, comparing theirs one by one takes less than one pass over all. */
const FEW_SHARE = 0.25;

/** Ranks one query over the data in memory. Synchronous, so nothing changes meanwhile. */
export function rankCandidates(options: {
  slots: SlotTable;
  codes: VectorCodes | null;
  terms: readonly TermPostings[];
  vector: Float32Array | null;
  allowed: AllowedSlots;
  /** What the viewer may see, possibly more than what is searched. */
  counted: AllowedSlots;
  limit: number;
  besideMeaning: boolean;
}): Omit<Found, 'terms'> {
  const { slots, codes, terms, vector, limit, allowed, counted, besideMeaning } = options;
  const words =
    terms.length > 0
      ? wordScores({ slots, allowed: allowed.mask, counted, terms, limit, besideMeaning })
      : null;
  const byWord = words ? bestOf(words.found, words.scores, limit) : [];
  const query = vector && codes && slots.count > 0 ? codes.query(vector) : null;
  let bySimilarity: number[] = [];
  let similarity = { mean: 0, deviation: 0 };
  if (query && codes) {
    const compared = mostAlikeBySign({ query, codes, slots, allowed, limit });
    bySimilarity = mostAlike(compared, query.similarities(compared), limit);
    similarity = spreadOf(query.similarities(sampleOf(allowed.withVector, SAMPLE)));
  }
  words?.complete(bySimilarity);
  const chosen = [...new Set([...byWord, ...bySimilarity])];
  const similarities = query?.similarities(chosen);
  const wordRank = new Map(byWord.map((slot, place) => [slot, place + 1]));
  const similarityRank = new Map(bySimilarity.map((slot, place) => [slot, place + 1]));
  const candidates = chosen.map((slot, index): SearchCandidate => ({
    chunkRow: slots.rows[slot]!,
    itemRow: slots.items[slot]!,
    keyword: words?.scores[slot] ?? 0,
    semantic: similarities && codes?.has(slot) ? similarities[index]! : null,
    keywordRank: wordRank.get(slot) ?? null,
    semanticRank: similarityRank.get(slot) ?? null,
  }));
  return { candidates, similarity };
}

/** Slots whose signs differ least from the query's; all of them if there are few. */
function mostAlikeBySign(options: {
  query: CodedQuery;
  codes: VectorCodes;
  slots: SlotTable;
  allowed: AllowedSlots;
  limit: number;
}): Int32Array {
  const { query, codes, allowed } = options;
  const { withVector } = allowed;
  const wanted = Math.max(Math.ceil(withVector.length * COMPARED_SHARE), COMPARED_LEAST, options.limit);
  if (withVector.length <= wanted) return withVector;
  const sample = sampleOf(withVector, COUNTED);
  const share = wanted / withVector.length;
  const most = cutOff(query.distances(sample), Math.ceil(sample.length * share));
  if (withVector.length <= options.slots.count * FEW_SHARE) return within(withVector, query, most);
  const alike = query.within(options.slots.count, most);
  if (withVector.length === options.slots.count) return alike;
  const kept = new Int32Array(alike.length);
  let size = 0;
  for (let index = 0; index < alike.length; index += 1) {
    const slot = alike[index]!;
    if (allowed.mask[slot] === 1 && codes.has(slot)) kept[size++] = slot;
  }
  return kept.subarray(0, size);
}

function within(slots: Int32Array, query: CodedQuery, most: number): Int32Array {
  const distances = query.distances(slots);
  const kept = new Int32Array(slots.length);
  let size = 0;
  for (let index = 0; index < slots.length; index += 1) {
    kept[size] = slots[index]!;
    if (distances[index]! <= most) size += 1;
  }
  return kept.subarray(0, size);
}

function mostAlike(slots: Int32Array, similarities: Float32Array, limit: number): number[] {
  const places = new Int32Array(slots.length);
  for (let index = 0; index < places.length; index += 1) places[index] = index;
  return bestOf(places, similarities, limit, -2).map((place) => slots[place]!);
}

/** The smallest distance that this many do not exceed. */
function cutOff(distances: Uint16Array, wanted: number): number {
  let longest = 0;
  for (let index = 0; index < distances.length; index += 1) longest = Math.max(longest, distances[index]!);
  const histogram = new Uint32Array(longest + 1);
  for (let index = 0; index < distances.length; index += 1) histogram[distances[index]!]! += 1;
  let distance = 0;
  for (let total = histogram[0]!; total < wanted; total += histogram[distance]!) distance += 1;
  return distance;
}

/** At most this many, evenly spread. */
function sampleOf(slots: Int32Array, most: number): Int32Array {
  const step = Math.max(1, slots.length / most);
  const sample = new Int32Array(Math.min(slots.length, most));
  for (let index = 0; index < sample.length; index += 1) sample[index] = slots[Math.floor(index * step)]!;
  return sample;
}

function spreadOf(values: Float32Array): { mean: number; deviation: number } {
  if (values.length === 0) return { mean: 0, deviation: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(square) };
}
