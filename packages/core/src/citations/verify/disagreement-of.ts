import type { ClaimAlignment } from './align-claim.js';
import type { ClaimTerms } from './claim-terms.js';
import { clausesOf } from './clauses-of.js';
import { findDisagreement, type Disagreement } from './find-disagreement.js';
import { findNegation } from './find-negation.js';
import { findReversedRoles } from './find-reversed-roles.js';
import { clausesOfPrepared, firstTokenFrom } from './prepared-text.js';
import { TokenRun } from './token-run.js';

/** The first point in which a claim and the passage it was aligned with contradict each other. */
export function disagreementOf(
  { tokens, termOf, text }: ClaimTerms,
  alignment: ClaimAlignment,
): Disagreement | null {
  const { text: source, matches, window } = alignment;
  const terms = tokens.map(({ term }, index) => {
    const position = matches[termOf[index] ?? -1]?.positions[0];
    return (position === undefined ? undefined : source.tokens[position]?.term) ?? term;
  });
  const claim = new TokenRun({ text, tokens, clauses: clausesOf(text, tokens), terms });
  const first = firstTokenOf(alignment, window.first);
  const last = firstTokenOf(alignment, window.last + 1);
  const passage = new TokenRun({
    text: source.text,
    tokens: source.tokens.slice(first, last),
    clauses: clausesOfPrepared(source),
    firstClause: first,
  });
  return (
    findNegation(claim, passage) ?? findDisagreement(claim, passage) ?? findReversedRoles(claim, passage)
  );
}

/** Tokens are in the sentence before whose end they begin, also what stands between two sentences. */
function firstTokenOf({ text }: ClaimAlignment, sentence: number): number {
  if (sentence <= 0) return 0;
  if (sentence >= text.sentences.length) return text.tokens.length;
  return firstTokenFrom(text.tokens, text.sentences[sentence - 1]?.end ?? 0);
}
