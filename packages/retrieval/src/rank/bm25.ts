/** Measured in docs/quality.md: gentle on length, because chunks are of similar length already. */
const SATURATION = 0.9;
const LENGTH_SHARE = 0.4;

/**
 * A word in a title or heading counts for this many in the text (KB-2).
 *
 * ```ts
 * import { HEADING_WEIGHT } from '@ibid/retrieval';
 *
 * console.log(HEADING_WEIGHT); // what a word in a title or heading counts, beside 1 in the text
 * ```
 */
export const HEADING_WEIGHT = 1.5;

/**
 * How much a word tells: rare words more.
 *
 * ```ts
 * import { wordInformation } from '@ibid/retrieval';
 *
 * console.log(wordInformation({ chunks: 1_000, chunksWithWord: 3 }));
 * ```
 */
export function wordInformation(options: { chunks: number; chunksWithWord: number }): number {
  const { chunks, chunksWithWord } = options;
  const without = Math.max(chunks - chunksWithWord, 0);
  return Math.log(1 + (without + 0.5) / (chunksWithWord + 0.5));
}

/**
 * What a chunk's length makes of its word counts; the same for every word in it.
 *
 * ```ts
 * import { lengthPenalty } from '@ibid/retrieval';
 *
 * console.log(lengthPenalty({ length: 200, averageLength: 100 }));
 * ```
 */
export function lengthPenalty(options: { length: number; averageLength: number }): number {
  return SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * (options.length / options.averageLength));
}

/**
 * The share of a word's information that its count in a chunk earns.
 *
 * ```ts
 * import { lengthPenalty, wordShare } from '@ibid/retrieval';
 *
 * console.log(wordShare(2, lengthPenalty({ length: 100, averageLength: 100 })));
 * ```
 */
export function wordShare(count: number, penalty: number): number {
  return (count * (SATURATION + 1)) / (count + penalty);
}
