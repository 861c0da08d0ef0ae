/** Shares from 0 to 1, by name: R@5, Hit@5, All@5, nDCG@10, MRR@10. */
export type Scores = Record<string, number>;

const DEPTHS = [1, 2, 5, 10, 20] as const;

/** Scores a ranking of passages for one query. */
export function scoreRanking(options: {
  ranking: readonly string[];
  relevant: ReadonlyMap<string, number>;
}): Scores {
  const { ranking, relevant } = options;
  const scores: Scores = {};
  for (const depth of DEPTHS) {
    const found = ranking.slice(0, depth).filter((id) => relevant.has(id)).length;
    scores[`R@${depth}`] = found / relevant.size;
    scores[`Hit@${depth}`] = found > 0 ? 1 : 0;
    scores[`All@${depth}`] = found === relevant.size ? 1 : 0;
  }
  for (const depth of [5, 10]) scores[`nDCG@${depth}`] = gain(ranking, relevant, depth);
  const first = ranking.slice(0, 10).findIndex((id) => relevant.has(id));
  scores['MRR@10'] = first < 0 ? 0 : 1 / (first + 1);
  return scores;
}

export function meanScores(all: readonly Scores[]): Scores {
  const mean: Scores = {};
  for (const name of Object.keys(all[0] ?? {}))
    mean[name] = all.reduce((sum, scores) => sum + (scores[name] ?? 0), 0) / all.length;
  return mean;
}

function gain(ranking: readonly string[], relevant: ReadonlyMap<string, number>, depth: number): number {
  const discounted = (grades: readonly number[]): number =>
    grades.slice(0, depth).reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0);
  const best = discounted([...relevant.values()].sort((left, right) => right - left));
  return best > 0 ? discounted(ranking.map((id) => relevant.get(id) ?? 0)) / best : 0;
}
