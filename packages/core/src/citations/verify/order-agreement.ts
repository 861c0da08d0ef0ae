import type { ClaimWeights } from './claim-weights.js';
import type { TermMatches } from './term-match.js';

const ADJACENT = 2;
const NEAR = 6;
/** A pair in reverse order counts as this much further apart. */
const REVERSED = 1.5;
const NOWHERE: readonly number[] = [];

/**
 * How many adjacent terms of the claim are also adjacent in the source, by weight: the same words in another connection
 * mean something else.
 */
export function orderAgreement(
  sequence: readonly number[],
  matches: TermMatches,
  { weights }: ClaimWeights,
): { adjacent: number; near: number } | null {
  let total = 0;
  let adjacent = 0;
  let near = 0;
  for (let index = 0; index + 1 < sequence.length; index++) {
    const left = sequence[index] ?? -1;
    const right = sequence[index + 1] ?? -1;
    const value = Math.min(weights[left] ?? 0, weights[right] ?? 0);
    total += value;
    const distance = nearest(matches[left]?.positions ?? NOWHERE, matches[right]?.positions ?? NOWHERE);
    if (distance <= ADJACENT) adjacent += value;
    if (distance <= NEAR) near += value;
  }
  return total > 0 ? { adjacent: adjacent / total, near: near / total } : null;
}

/** The shortest distance, or the first adjacent one found. */
function nearest(left: readonly number[], right: readonly number[]): number {
  let best = Infinity;
  let index = 0;
  if (right.length === 0) return best;
  for (const position of left) {
    while (index < right.length && (right[index] ?? 0) <= position) index++;
    const after = right[index];
    if (after !== undefined) best = Math.min(best, after - position);
    // Avoids reading index -1, which is slow.
    if (index > 0) best = Math.min(best, position - (right[index - 1] ?? 0) + REVERSED);
    if (best <= ADJACENT) return best;
  }
  return best;
}
