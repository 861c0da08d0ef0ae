/** A search in other words than the question finds related text. Its best hit is not the best of the run. */
const REWORDED = 0.6;

/**
 * Scores of different searches are not comparable. This maps them to one scale per run: for a search with the question
 * itself, the best hit is 1 and the last 0.
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
