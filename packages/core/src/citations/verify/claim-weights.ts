/** The weight of each term of a claim, by its index, and their sum. */
export interface ClaimWeights {
  weights: readonly number[];
  total: number;
}
