/** How much each term of a claim counts, by its index, and all of them together. */
export interface ClaimWeights {
  weights: readonly number[];
  total: number;
}
