// BM25, the usual formula for keyword ranking. A chunk's score is a sum over the words of the question:
//
//     how rare the word is  ×  how often the chunk has it, with less for each repetition and for long chunks
//
// `wordInformation` is the first factor, and `wordShare` with `lengthPenalty` the second. Both databases use these
// functions, so they rank alike: SQLite over blocks in memory, PostgreSQL in SQL generated from the same numbers. No
// library is used, because the counts must cover only what the viewer may see
// (docs/decisions/2026-11-16-words-are-counted-by-who-may-see-them.md).

/** Measured in docs/quality/search.md. The weight of length is low, because chunks already have similar lengths. */
const SATURATION = 0.9;
const LENGTH_SHARE = 0.4;

/** A word in a title or heading counts as much as this many in the text (KB-2). */
export const HEADING_WEIGHT = 1.5;

/** In a hybrid search rare words count more: the semantic side handles common words well. */
const RARE_POWER = 1.3;

/** How informative a word is: higher for rare words, especially in a hybrid search. */
export function wordInformation(options: {
  chunks: number;
  chunksWithWord: number;
  besideMeaning?: boolean;
}): number {
  const { chunks, chunksWithWord } = options;
  const without = Math.max(chunks - chunksWithWord, 0);
  const information = Math.log(1 + (without + 0.5) / (chunksWithWord + 0.5));
  return options.besideMeaning ? information ** RARE_POWER : information;
}

/** How a chunk's length affects its word counts. The same for all its words. */
export function lengthPenalty(options: { length: number; averageLength: number }): number {
  return SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * (options.length / options.averageLength));
}

/** The share of a word's information that its count in a chunk earns. */
export function wordShare(count: number, penalty: number): number {
  return (count * (SATURATION + 1)) / (count + penalty);
}
