import { bestWindow, type SentenceWindow } from './best-window.js';
import type { ClaimTerms } from './claim-terms.js';
import type { ClaimWeights } from './claim-weights.js';
import { matchTerms } from './match-terms.js';
import { orderAgreement } from './order-agreement.js';
import type { PreparedText } from './prepared-text.js';
import type { TermMatches } from './term-match.js';

/** How well one text covers a claim, and where. */
export interface ClaimAlignment {
  text: PreparedText;
  matches: TermMatches;
  window: SentenceWindow;
  /** Share of adjacent words of the claim that are adjacent here too. */
  adjacent: number;
  /** 0 to 1, from words alone; numbers and names are judged separately. */
  score: number;
}

/** Far larger than the rounding errors of sums. */
const ROUNDING = 1e-9;

/** Also null if the text cannot score more than `least`, which rules out most texts of a long source. */
export function alignClaim(
  claim: ClaimTerms,
  text: PreparedText,
  weights: ClaimWeights,
  least = -1,
): ClaimAlignment | null {
  const matches = matchTerms(claim.terms, text);
  if (least > 0 && highestScore(claim, matches, weights) < least - ROUNDING) return null;
  const { one, three, passage } = bestWindow(text, matches, weights);
  if (!passage) return null;
  const order = orderAgreement(claim.sequence, matches, weights);
  const coverage = (one + three) / 2;
  const score = order ? (2 * coverage + order.adjacent + order.near) / 4 : coverage;
  return { text, matches, window: passage, adjacent: order?.adjacent ?? 0, score };
}

/** The score if everything found were in one sentence, with all adjacent words adjacent. */
function highestScore(
  { sequence }: ClaimTerms,
  matches: TermMatches,
  { weights, total }: ClaimWeights,
): number {
  let found = 0;
  for (let id = 0; id < matches.length; id++) found += (matches[id]?.strength ?? 0) * (weights[id] ?? 0);
  let pairs = 0;
  let possible = 0;
  for (let index = 0; index + 1 < sequence.length; index++) {
    const left = sequence[index] ?? -1;
    const right = sequence[index + 1] ?? -1;
    const value = Math.min(weights[left] ?? 0, weights[right] ?? 0);
    pairs += value;
    if (matches[left] && matches[right]) possible += value;
  }
  return pairs > 0 ? (found / total + possible / pairs) / 2 : found / total;
}
