import { HEADING_WEIGHT } from '@ibid/retrieval/internal';

/** Weights are stored doubled, which makes a heading's 1.5 an integer. */
export const WEIGHT_UNIT = 2;

const LARGEST_WEIGHT = 255;

/** The doubled weight of each word in a chunk, and the chunk's length in the same unit. */
export function wordWeights(chunk: { heading: readonly string[]; body: readonly string[] }): {
  weights: Map<string, number>;
  length: number;
} {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number): void => {
    weights.set(word, Math.min((weights.get(word) ?? 0) + weight, LARGEST_WEIGHT));
  };
  for (const word of chunk.body) add(word, WEIGHT_UNIT);
  for (const word of chunk.heading) add(word, WEIGHT_UNIT * HEADING_WEIGHT);
  const length = WEIGHT_UNIT * (chunk.body.length + HEADING_WEIGHT * chunk.heading.length);
  return { weights, length: Math.max(1, Math.round(length)) };
}
