const BUCKETS = 4_096;

/** Shared by all queries; each one clears it. */
const histogram = new Uint32Array(BUCKETS);

/**
 * Keys with the highest scores above 0, in the order of `keys`: at least as many as wanted if available, and a few more
 * where scores are close together. Runs in linear time, unlike sorting.
 */
export function highestOf(keys: Int32Array, scores: Float32Array, wanted: number): Int32Array {
  let highest = 0;
  for (let index = 0; index < keys.length; index += 1) {
    const score = scores[keys[index]!]!;
    if (score > highest) highest = score;
  }
  if (highest === 0) return new Int32Array(0);
  histogram.fill(0);
  const scale = (BUCKETS - 1) / highest;
  for (let index = 0; index < keys.length; index += 1) {
    const score = scores[keys[index]!]!;
    if (score > 0) histogram[(score * scale) | 0]! += 1;
  }
  let total = 0;
  let cutoff = BUCKETS;
  while (cutoff > 0 && total < wanted) {
    cutoff -= 1;
    total += histogram[cutoff]!;
  }
  const chosen = new Int32Array(total);
  let size = 0;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index]!;
    const score = scores[key]!;
    if (score > 0 && ((score * scale) | 0) >= cutoff) chosen[size++] = key;
  }
  return chosen;
}
