import { HEADING_WEIGHT } from '@ibid/retrieval/internal';

/** Weights are stored doubled, so that a heading's one and a half stays whole. */
export const WEIGHT_UNIT = 2;

const LARGEST_WEIGHT = 255;

/** How often each word counts in a chunk, doubled, and the chunk's length by the same measure. */
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
