/** Area under the ROC curve: how often a right pair scores above a wrong one. Ties count half. */
export function rocAuc(right: readonly number[], wrong: readonly number[]): number {
  const all = [
    ...right.map((score) => ({ score, isRight: true })),
    ...wrong.map((score) => ({ score, isRight: false })),
  ];
  all.sort((left, other) => left.score - other.score);
  let rankSum = 0;
  for (let index = 0; index < all.length;) {
    let end = index;
    while (end < all.length && all[end]?.score === all[index]?.score) end++;
    const rank = (index + end + 1) / 2;
    for (; index < end; index++) if (all[index]?.isRight) rankSum += rank;
  }
  return (rankSum - (right.length * (right.length + 1)) / 2) / (right.length * wrong.length);
}

/** Runs of eight words that two texts share, as a share of the shorter one. */
export function sharedText(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const run of small) if (large.has(run)) shared++;
  return shared / small.size;
}

export function wordRuns(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(7).map((_, index) => words.slice(index, index + 8).join(' ')));
}

export function overlapScores(
  found: { start: number; end: number },
  gold: { start: number; end: number },
): { precision: number; recall: number; f1: number } {
  const overlap = Math.max(0, Math.min(found.end, gold.end) - Math.max(found.start, gold.start));
  if (overlap === 0) return { precision: 0, recall: 0, f1: 0 };
  const precision = overlap / (found.end - found.start);
  const recall = overlap / (gold.end - gold.start);
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}
