/**
 * Scores of different searches are not comparable; within a run they are put on one scale, on which the best hit of a
 * search is 1 and its last one 0.
 */
export function relativeScores(hits: readonly { score: number }[]): (score: number) => number {
  const scores = hits.map((hit) => hit.score);
  const highest = Math.max(...scores);
  const lowest = Math.min(...scores);
  return (score) => (highest > lowest ? (score - lowest) / (highest - lowest) : 1);
}
