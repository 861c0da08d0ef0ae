import type { ClaimAlignment } from './align-claim.js';
import type { ClaimTerms } from './claim-terms.js';
import type { TermMatch } from './match-terms.js';
import { orderAgreement } from './order-agreement.js';

/** Share of the claim that a source must account for, and by itself among its group, to carry part of it. */
const LEAST_SHARE = 0.15;
const LEAST_OWN = 0.05;
/** Keeps the places of different sources apart: words of two sources are never neighbours. */
const APART = 1e7;

/** What several sources of one marker group say of a claim together. */
export interface JointSupport {
  /** 0 to 1, as for a single source. */
  score: number;
  /** Which of the sources carry a part that the others do not, by index. */
  carries: boolean[];
  /** Every number and name of the claim is in one of their passages. */
  isComplete: boolean;
}

/** Reads the best passages of several sources as one: each term may come from any of them. */
export function checkTogether(
  claim: ClaimTerms,
  alignments: readonly (ClaimAlignment | null)[],
  weights: { weight: (term: string) => number; total: number },
): JointSupport {
  const inPassages = alignments.map((alignment, index) =>
    alignment ? matchesInPassage(alignment, index) : new Map<string, TermMatch>(),
  );
  const merged = new Map<string, TermMatch>();
  for (const { term } of claim.terms) {
    const found = inPassages.flatMap((matches) => matches.get(term) ?? []);
    if (found.length === 0) continue;
    const strength = Math.max(...found.map((match) => match.strength));
    merged.set(term, { strength, positions: found.flatMap((match) => match.positions) });
  }
  const share = (matches: ReadonlyMap<string, TermMatch>, isCounted: (term: string) => boolean) => {
    let sum = 0;
    for (const [term, { strength }] of matches) if (isCounted(term)) sum += strength * weights.weight(term);
    return sum / weights.total;
  };
  const coverage = share(merged, () => true);
  const order = orderAgreement(claim.sequence, merged, weights.weight);
  return {
    score: order ? (2 * coverage + order.adjacent + order.near) / 4 : coverage,
    carries: inPassages.map((matches, index) => {
      const isOwn = (term: string) =>
        inPassages.every((others, other) => other === index || !others.has(term));
      return share(matches, () => true) >= LEAST_SHARE && share(matches, isOwn) >= LEAST_OWN;
    }),
    isComplete: claim.terms.every(({ term, kind }) => kind === 'word' || merged.has(term)),
  };
}

function matchesInPassage({ matches, text, window }: ClaimAlignment, source: number): Map<string, TermMatch> {
  const found = new Map<string, TermMatch>();
  for (const [term, { strength, positions }] of matches) {
    const inside = positions.filter((position) => {
      const sentence = text.sentenceOf[position] ?? -1;
      return sentence >= window.first && sentence <= window.last;
    });
    if (inside.length > 0 || positions.length === 0)
      found.set(term, { strength, positions: inside.map((position) => position + source * APART) });
  }
  return found;
}
