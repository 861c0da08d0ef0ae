/** A search in other words than the question's finds what is related; its best hit is not the best of the run. */
const REWORDED = 0.6;

/**
 * Scores of different searches are not comparable; within a run they are put on one scale, on which the best hit of a
 * search for the question itself is 1 and its last one 0.
 */
export function relativeScores(options: {
  hits: readonly { score: number }[];
  query: string;
  question: string;
}): (score: number) => number {
  const scores = options.hits.map((hit) => hit.score);
  const highest = Math.max(...scores);
  const lowest = Math.min(...scores);
  const most = options.query.trim() === options.question.trim() ? 1 : REWORDED;
  return (score) => most * (highest > lowest ? (score - lowest) / (highest - lowest) : 1);
}
