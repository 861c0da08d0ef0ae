import { lengthPenalty, wordInformation, wordShare } from '@ibid/retrieval/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AllowedSlots } from './allowed-slots.js';
import { bestOf } from './best-of.js';
import type { Postings } from './postings-codec.js';
import { SlotTable } from './slot-table.js';
import { wordScores } from './word-scores.js';
import type { TermPostings } from './word-scores.js';
import { WordLookup } from './word-lookup.js';
import { WEIGHT_UNIT } from './word-weights.js';

const SLOTS = 12_000;
const LIMIT = 20;

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function slotTable(random: () => number): SlotTable {
  const slots = new SlotTable();
  for (let row = 0; row < SLOTS; row += 1)
    slots.add({ entry: row, row, item: row >> 3, length: 60 + Math.floor(random() * 200) });
  return slots;
}

/** Postings in two blocks of a word that occurs in this share of the chunks. */
function postingsOf(share: number, random: () => number): Postings[] {
  return [0, SLOTS / 2].map((first) => {
    const slots: number[] = [];
    for (let slot = first; slot < first + SLOTS / 2; slot += 1) if (random() < share) slots.push(slot);
    const weights = slots.map(() => WEIGHT_UNIT * (random() < 0.9 ? 1 : 1 + Math.floor(random() * 5)));
    return {
      slots: Int32Array.from(slots),
      weights: Uint8Array.from(weights),
      heaviest: weights.reduce((most, weight) => Math.max(most, weight), 0),
    };
  });
}

interface Written {
  term: TermPostings['term'];
  parts: Postings[];
}

function writtenWords(words: readonly number[], random: () => number): Written[] {
  return words.map((share, word) => ({
    term: { variants: [`w${word}`], count: 1 + (word % 2) },
    parts: postingsOf(share, random),
  }));
}

/** The words as a search in `allowed` looks them up. */
async function lookedUp(
  written: readonly Written[],
  slots: SlotTable,
  { counted, allowed }: { counted: AllowedSlots; allowed: AllowedSlots },
): Promise<TermPostings[]> {
  const read = async (words: readonly string[]) =>
    words.map((word) => written.find(({ term }) => term.variants.includes(word))!.parts);
  const lookup = new WordLookup({ read, counted, allowed, size: slots.count });
  return Promise.all(
    written.map(async ({ term }) => ({ term, variants: (await lookup.of(term.variants))! })),
  );
}

/** A straightforward BM25 over these slots. */
function plainScores(slots: SlotTable, visible: Int32Array, terms: readonly Written[]): Float32Array {
  const seen = new Set(visible);
  const total = visible.reduce((sum, slot) => sum + slots.lengths[slot]!, 0);
  const averageLength = total / visible.length;
  const scores = new Float32Array(slots.count);
  for (const { term, parts } of terms) {
    const chunksWithWord = parts
      .flatMap((part) => Array.from(part.slots))
      .filter((slot) => seen.has(slot)).length;
    const information = term.count * wordInformation({ chunks: visible.length, chunksWithWord });
    for (const part of parts)
      part.slots.forEach((slot, index) => {
        const penalty = lengthPenalty({ length: slots.lengths[slot]!, averageLength });
        scores[slot]! += information * wordShare(part.weights[index]! / WEIGHT_UNIT, penalty);
      });
  }
  return scores;
}

const shares = fc.array(fc.constantFrom(0.0005, 0.002, 0.01, 0.09, 0.12, 0.19), {
  minLength: 1,
  maxLength: 6,
});

describe('KB-3 the best by words', () => {
  it('are those of plain BM25 over every chunk, also where common words were not looked up everywhere', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), shares, fc.constantFrom(1, 0.3), async (seed, words, seen) => {
        const random = randomFrom(seed);
        const slots = slotTable(random);
        const written = writtenWords(words, random);
        const allowed = Uint8Array.from({ length: SLOTS }, () => (random() < seen ? 1 : 0));
        const visible = Int32Array.from(slots.rows.subarray(0, SLOTS)).filter((slot) => allowed[slot] === 1);
        const plain = plainScores(slots, visible, written);
        const counted = new AllowedSlots({ slots, codes: null, all: visible });
        const terms = await lookedUp(written, slots, { counted, allowed: counted });
        const wanted = bestOf(visible, plain, LIMIT);
        const found = wordScores({ slots, allowed, counted, terms, limit: LIMIT, besideMeaning: false });
        const best = bestOf(found.found, found.scores, LIMIT);
        // Sums in a different order differ in the last digit, which may swap equal scores.
        expect(best.length).toBe(wanted.length);
        best.forEach((slot, place) => expect(plain[slot]).toBeCloseTo(plain[wanted[place]!]!, 4));
        const others = Array.from(visible.filter((slot) => slot % 97 === 0));
        found.complete(others);
        for (const slot of [...best, ...others]) expect(found.scores[slot]).toBeCloseTo(plain[slot]!, 4);
      }),
      { numRuns: 30 },
    ));

  it('have the same scores in a part of the chunks, whether words are kept for this part or not', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), shares, fc.constantFrom(1, 0.7), async (seed, words, seen) => {
        const random = randomFrom(seed);
        const slots = slotTable(random);
        const written = writtenWords(words, random);
        const every = Int32Array.from(slots.rows.subarray(0, SLOTS));
        const visible = every.filter(() => random() < seen);
        const counted = new AllowedSlots({ slots, codes: null, all: visible });
        const all = visible.filter((slot) => slot % 2_000 < 300);
        const allowed = new AllowedSlots({ slots, codes: null, all });
        const others = Array.from(all.filter((slot) => slot % 97 === 0));
        const scoresOf = (terms: TermPostings[]) => {
          const options = { slots, allowed: allowed.mask, counted, limit: LIMIT, besideMeaning: true };
          const words = wordScores({ ...options, terms });
          words.complete(others);
          const best = bestOf(words.found, words.scores, LIMIT);
          return [...best, ...others].map((slot) => [slot, words.scores[slot]]);
        };
        // The first looks the words up for all chunks; the second and third for the searched ones, then from memory.
        const whole = scoresOf(await lookedUp(written, slots, { counted, allowed: counted }));
        for (let turn = 0; turn < 2; turn += 1)
          expect(scoresOf(await lookedUp(written, slots, { counted, allowed }))).toEqual(whole);
      }),
      { numRuns: 30 },
    ));
});
