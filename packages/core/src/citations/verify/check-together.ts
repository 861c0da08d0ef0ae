import type { ClaimAlignment } from './align-claim.js';
import type { ClaimTerms } from './claim-terms.js';
import type { ClaimWeights } from './claim-weights.js';
import type { TermMatch, TermMatches } from './term-match.js';
import { orderAgreement } from './order-agreement.js';

/** Share of the claim that a source must cover, in total and exclusively within its group, to support part of it. */
const LEAST_SHARE = 0.15;
const LEAST_OWN = 0.05;
/** Keeps the positions of different sources apart: words of two sources are never adjacent. */
const APART = 1e7;

/** How well several sources of one marker group support a claim together. */
export interface JointSupport {
  /** 0 to 1, as for a single source. */
  score: number;
  /** By index: which sources support a part that the others do not. */
  carries: boolean[];
  /** Every number and name of the claim is in one of their passages. */
  isComplete: boolean;
}

/** Treats the best passages of several sources as one: each term may come from any of them. */
export function checkTogether(
  claim: ClaimTerms,
  alignments: readonly (ClaimAlignment | null)[],
  weights: ClaimWeights,
): JointSupport {
  const inPassages = alignments.map((alignment, index) =>
    alignment ? matchesInPassage(alignment, index) : [],
  );
  const merged = claim.terms.map((_, id): TermMatch | null => {
    const found = inPassages.flatMap((matches) => matches[id] ?? []);
    if (found.length === 0) return null;
    const strength = Math.max(...found.map((match) => match.strength));
    return { strength, positions: found.flatMap((match) => match.positions) };
  });
  const share = (matches: TermMatches, isCounted: (id: number) => boolean) => {
    let sum = 0;
    for (const [id, match] of matches.entries())
      if (match && isCounted(id)) sum += match.strength * (weights.weights[id] ?? 0);
    return sum / weights.total;
  };
  const coverage = share(merged, () => true);
  const order = orderAgreement(claim.sequence, merged, weights);
  return {
    score: order ? (2 * coverage + order.adjacent + order.near) / 4 : coverage,
    carries: inPassages.map((matches, index) => {
      const isOwn = (id: number) => inPassages.every((others, other) => other === index || !others[id]);
      return share(matches, () => true) >= LEAST_SHARE && share(matches, isOwn) >= LEAST_OWN;
    }),
    isComplete: claim.terms.every(({ kind }, id) => kind === 'word' || merged[id] !== null),
  };
}

function matchesInPassage({ matches, text, window }: ClaimAlignment, source: number): TermMatches {
  return matches.map((match) => {
    if (!match) return null;
    const inside = match.positions.filter((position) => {
      const sentence = text.sentenceOf[position] ?? -1;
      return sentence >= window.first && sentence <= window.last;
    });
    if (inside.length === 0 && match.positions.length > 0) return null;
    return { strength: match.strength, positions: inside.map((position) => position + source * APART) };
  });
}
