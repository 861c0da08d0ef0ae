import type { QueryTerm } from '@ibid/retrieval';
import { lengthPenalty, wordInformation, wordShare } from '@ibid/retrieval';
import type { Candidate, Found } from '../search-index.js';
import type { Postings } from './postings-codec.js';
import type { SlotTable } from './slot-table.js';
import type { VectorCodes } from './vector-codes.js';
import { WEIGHT_UNIT } from './word-weights.js';
import { bestOf } from './best-of.js';

/** Signs alone pick this share of the chunks, or this many, to be compared by value: finds 99 of 100 of the nearest. */
const COMPARED_SHARE = 0.025;
const COMPARED_LEAST = 1_500;

/** Chunks that tell how similar any text is to the query. */
const SAMPLE = 256;

/** Words of the query with where they occur, one list per variant. */
export interface TermPostings {
  term: QueryTerm;
  variants: readonly (readonly Postings[])[];
}

/** Everything about one query over what is in memory; no waiting in here, so nothing moves under it. */
export function rankCandidates(options: {
  slots: SlotTable;
  codes: VectorCodes | null;
  terms: readonly TermPostings[];
  vector: Float32Array | null;
  /** By item row; null: all. */
  visible: Uint8Array | null;
  limit: number;
}): Found {
  const { slots, codes, vector, limit } = options;
  const allowed = allowedSlots(slots, options.visible);
  const words = options.terms.length > 0 ? wordScores(slots, options.terms) : null;
  const byWord = words ? bestOf(allowed, words, limit) : [];
  const query = vector && codes && slots.count > 0 ? codes.query(vector) : null;
  let bySimilarity: number[] = [];
  let similarity = { mean: 0, deviation: 0 };
  if (query && codes) {
    const withCode = allowed.filter((slot) => codes.has(slot));
    const compared = mostAlikeBySign(withCode, limit, () => query.distances(slots.count));
    const values = query.similarities(compared);
    const order = Int32Array.from(compared, (_, index) => index);
    bySimilarity = bestOf(order, values, limit, -2).map((index) => compared[index]!);
    similarity = spreadOf(query.similarities(sampleOf(withCode)));
  }
  const chosen = [...new Set([...byWord, ...bySimilarity])];
  const similarities = query?.similarities(chosen);
  const wordRank = new Map(byWord.map((slot, place) => [slot, place + 1]));
  const similarityRank = new Map(bySimilarity.map((slot, place) => [slot, place + 1]));
  const candidates = chosen.map((slot, index): Candidate => ({
    chunkRow: slots.rows[slot]!,
    itemRow: slots.items[slot]!,
    keyword: words?.[slot] ?? 0,
    semantic: similarities && codes?.has(slot) ? similarities[index]! : null,
    keywordRank: wordRank.get(slot) ?? null,
    semanticRank: similarityRank.get(slot) ?? null,
  }));
  return { candidates, similarity };
}

function allowedSlots(slots: SlotTable, visible: Uint8Array | null): Int32Array {
  const { alive, items, count } = slots;
  const allowed = new Int32Array(count);
  let size = 0;
  for (let slot = 0; slot < count; slot += 1) {
    if (alive[slot] && (visible === null || visible[items[slot]!] === 1)) allowed[size++] = slot;
  }
  return allowed.subarray(0, size);
}

function wordScores(slots: SlotTable, terms: readonly TermPostings[]): Float32Array {
  const scores = new Float32Array(slots.count);
  const { averageLength, lengths } = slots;
  const base = lengthPenalty({ length: 0, averageLength });
  const perLength = lengthPenalty({ length: 1, averageLength }) - base;
  for (const { term, variants } of terms) {
    // The variants are one word: how rare it is follows from all of them together.
    const parts = variants.flat();
    const chunksWithWord = parts.reduce((sum, part) => sum + part.slots.length, 0);
    const information = term.count * wordInformation({ chunks: slots.live, chunksWithWord });
    for (const part of parts) {
      for (let index = 0; index < part.slots.length; index += 1) {
        const slot = part.slots[index]!;
        const count = part.weights[index]! / WEIGHT_UNIT;
        scores[slot]! += information * wordShare(count, base + perLength * lengths[slot]!);
      }
    }
  }
  return scores;
}

/** Slots whose signs differ least from the query's; all of them when they are few. */
function mostAlikeBySign(slots: Int32Array, limit: number, distances: () => Uint16Array): Int32Array {
  const wanted = Math.max(Math.ceil(slots.length * COMPARED_SHARE), COMPARED_LEAST, limit);
  if (slots.length <= wanted) return slots;
  const distance = distances();
  const histogram = new Uint32Array(0x2000);
  for (const slot of slots) histogram[distance[slot]!]! += 1;
  let cutoff = 0;
  for (let total = 0; cutoff < histogram.length; cutoff += 1) {
    total += histogram[cutoff]!;
    if (total >= wanted) break;
  }
  return slots.filter((slot) => distance[slot]! <= cutoff);
}

function sampleOf(slots: Int32Array): number[] {
  const step = Math.max(1, Math.floor(slots.length / SAMPLE));
  const sample: number[] = [];
  for (let index = 0; index < slots.length && sample.length < SAMPLE; index += step)
    sample.push(slots[index]!);
  return sample;
}

function spreadOf(values: Float32Array): { mean: number; deviation: number } {
  if (values.length === 0) return { mean: 0, deviation: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(square) };
}
