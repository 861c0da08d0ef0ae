import { bestWindow, type SentenceWindow } from './best-window.js';
import type { ClaimTerms } from './claim-terms.js';
import { matchTerms, type TermMatch } from './match-terms.js';
import { orderAgreement } from './order-agreement.js';
import type { PreparedText } from './prepared-text.js';

/** How well one text accounts for a claim, and where. */
export interface ClaimAlignment {
  text: PreparedText;
  matches: ReadonlyMap<string, TermMatch>;
  window: SentenceWindow;
  /** Share of neighbouring words of the claim that are neighbours here. */
  adjacent: number;
  /** 0 to 1, from words alone: numbers and names are judged separately. */
  score: number;
}

export function alignClaim(
  claim: ClaimTerms,
  text: PreparedText,
  weights: { weight: (term: string) => number; total: number },
): ClaimAlignment | null {
  const matches = matchTerms(claim.terms, text);
  const { one, three, passage } = bestWindow(text, matches, weights);
  if (!passage) return null;
  const order = orderAgreement(claim.sequence, matches, weights.weight);
  const coverage = (one + three) / 2;
  const score = order ? (2 * coverage + order.adjacent + order.near) / 4 : coverage;
  return { text, matches, window: passage, adjacent: order?.adjacent ?? 0, score };
}
