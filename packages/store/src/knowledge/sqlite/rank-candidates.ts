import type { Candidate, Found } from '../search-index.js';
import type { AllowedSlots } from './allowed-slots.js';
import { bestOf } from './best-of.js';
import type { SlotTable } from './slot-table.js';
import type { VectorCodes } from './vector-codes.js';
import { wordScores } from './word-scores.js';
import type { TermPostings } from './word-scores.js';

/** Signs alone pick this share of the chunks, or this many, to be compared by value: finds 99 of 100 of the nearest. */
const COMPARED_SHARE = 0.025;
const COMPARED_LEAST = 1_500;

/** Where there are many, every so manieth tells well enough how the distances lie. */
const COUNTED = 20_000;

/** Chunks that tell how similar any text is to the query. */
const SAMPLE = 256;

/** Everything about one query over what is in memory; no waiting in here, so nothing moves under it. */
export function rankCandidates(options: {
  slots: SlotTable;
  codes: VectorCodes | null;
  terms: readonly TermPostings[];
  vector: Float32Array | null;
  allowed: AllowedSlots;
  limit: number;
}): Found {
  const { slots, codes, vector, limit, allowed } = options;
  const words = options.terms.length > 0 ? wordScores(slots, allowed.mask, options.terms) : null;
  const byWord = words ? bestOf(words.found, words.scores, limit) : [];
  const query = vector && codes && slots.count > 0 ? codes.query(vector) : null;
  let bySimilarity: number[] = [];
  let similarity = { mean: 0, deviation: 0 };
  if (query) {
    const { withVector } = allowed;
    const compared = mostAlikeBySign(withVector, limit, () => query.distances(slots.count));
    const values = query.similarities(compared);
    const order = Int32Array.from(compared, (_, index) => index);
    bySimilarity = bestOf(order, values, limit, -2).map((index) => compared[index]!);
    similarity = spreadOf(query.similarities(sampleOf(withVector)));
  }
  const chosen = [...new Set([...byWord, ...bySimilarity])];
  const similarities = query?.similarities(chosen);
  const wordRank = new Map(byWord.map((slot, place) => [slot, place + 1]));
  const similarityRank = new Map(bySimilarity.map((slot, place) => [slot, place + 1]));
  const candidates = chosen.map((slot, index): Candidate => ({
    chunkRow: slots.rows[slot]!,
    itemRow: slots.items[slot]!,
    keyword: words?.scores[slot] ?? 0,
    semantic: similarities && codes?.has(slot) ? similarities[index]! : null,
    keywordRank: wordRank.get(slot) ?? null,
    semanticRank: similarityRank.get(slot) ?? null,
  }));
  return { candidates, similarity };
}

/** Slots whose signs differ least from the query's; all of them when they are few. */
function mostAlikeBySign(slots: Int32Array, limit: number, distances: () => Uint16Array): Int32Array {
  const wanted = Math.max(Math.ceil(slots.length * COMPARED_SHARE), COMPARED_LEAST, limit);
  if (slots.length <= wanted) return slots;
  const distance = distances();
  const step = Math.max(1, Math.floor(slots.length / COUNTED));
  const histogram = new Uint32Array(0x2000);
  for (let index = 0; index < slots.length; index += step) histogram[distance[slots[index]!]!]! += 1;
  let cutoff = 0;
  for (let total = 0; cutoff < histogram.length; cutoff += 1) {
    total += histogram[cutoff]!;
    if (total * step >= wanted) break;
  }
  let alike = new Int32Array(Math.ceil(wanted * 1.5));
  let size = 0;
  // Where every slot may be found, which is most often, the list need not be read.
  const isEverySlot = slots[slots.length - 1] === slots.length - 1;
  for (let index = 0; index < slots.length; index += 1) {
    const slot = isEverySlot ? index : slots[index]!;
    if (distance[slot]! > cutoff) continue;
    if (size === alike.length) alike = grown(alike);
    alike[size++] = slot;
  }
  return alike.subarray(0, size);
}

function grown(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
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
