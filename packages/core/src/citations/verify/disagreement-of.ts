import type { ClaimAlignment } from './align-claim.js';
import type { ClaimTerms } from './claim-terms.js';
import type { ClaimToken } from './claim-token.js';
import { findDisagreement, type Disagreement } from './find-disagreement.js';
import { findNegation } from './find-negation.js';
import { findReversedRoles } from './find-reversed-roles.js';
import { TokenRun } from './token-run.js';

/** The first point in which a claim and the passage it was aligned with contradict each other. */
export function disagreementOf(options: {
  claim: ClaimTerms;
  claimText: string;
  alignment: ClaimAlignment;
}): Disagreement | null {
  const { text, matches, window } = options.alignment;
  const termOf = ({ term }: ClaimToken) => text.tokens[matches.get(term)?.positions[0] ?? -1]?.term ?? term;
  const claim = new TokenRun({ text: options.claimText, tokens: options.claim.tokens, termOf });
  const passage = new TokenRun({
    text: text.text,
    tokens: text.tokens.filter((_, index) => {
      const sentence = text.sentenceOf[index] ?? -1;
      return sentence >= window.first && sentence <= window.last;
    }),
  });
  return (
    findNegation(claim, passage) ?? findDisagreement(claim, passage) ?? findReversedRoles(claim, passage)
  );
}
