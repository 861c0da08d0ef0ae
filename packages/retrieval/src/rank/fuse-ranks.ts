export interface ScoredChunk {
  id: number;
  score: number;
}

export interface FusedChunk {
  id: number;
  score: number;
}

/** Placeholder weights are measured in docs/quality.md. */
export function fuseRanks(options: {
  keyword: readonly ScoredChunk[];
  semantic: readonly ScoredChunk[];
}): FusedChunk[] {
  const scores = new Map<number, number>();
  for (const side of [options.keyword, options.semantic]) {
    side.forEach((hit, index) => scores.set(hit.id, (scores.get(hit.id) ?? 0) + 1 / (60 + index + 1)));
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((left, right) => right.score - left.score || left.id - right.id);
}
