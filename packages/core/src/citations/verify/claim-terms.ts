import type { ClaimToken } from './claim-token.js';
import { isStopWord } from './stop-words.js';
import { tokenizeClaim } from './tokenize-claim.js';

export interface ClaimTerm {
  term: string;
  kind: ClaimToken['kind'];
  /** As first written, for reasons told in words. */
  written: string;
}

/** The terms of a claim that a source must account for, each once, in order. */
export function claimTerms(claim: string): ClaimTerm[] {
  const terms = new Map<string, ClaimTerm>();
  for (const token of tokenizeClaim(claim)) {
    if (isStopWord(token.term) && token.kind !== 'number') continue;
    const known = terms.get(token.term);
    if (!known) {
      const written = claim.slice(token.start, token.end);
      terms.set(token.term, { term: token.term, kind: token.kind, written });
    } else if (token.kind === 'name') known.kind = 'name';
  }
  return [...terms.values()];
}
