import type { ClaimToken } from './claim-token.js';
import { isStopWord } from './stop-words.js';
import { tokenizeClaim } from './tokenize-claim.js';

export interface ClaimTerm {
  term: string;
  kind: ClaimToken['kind'];
  /** As first written, for reasons told in words. */
  written: string;
}

/** What a claim is made of: the terms that a source must account for, each once, and their order. */
export interface ClaimTerms {
  /** All of its words, those that say nothing included. */
  tokens: ClaimToken[];
  terms: ClaimTerm[];
  sequence: string[];
}

export function claimTerms(claim: string): ClaimTerms {
  const terms = new Map<string, ClaimTerm>();
  const sequence: string[] = [];
  const tokens = tokenizeClaim(claim);
  for (const token of tokens) {
    if (isStopWord(token.term) && token.kind !== 'number') continue;
    sequence.push(token.term);
    const known = terms.get(token.term);
    if (!known) {
      const written = claim.slice(token.start, token.end);
      terms.set(token.term, { term: token.term, kind: token.kind, written });
    } else if (token.kind === 'name') known.kind = 'name';
  }
  return { tokens, terms: [...terms.values()], sequence };
}

/** Tokens that are looked at first: enough to tell for nearly every clause. */
const BEGINNING = 16;

/** Whether a claim has that many terms, without reading all of one that clearly has. */
export function hasTerms(claim: string, least: number): boolean {
  const beginning = tokenizeClaim(claim, BEGINNING);
  // What follows can still change the last one, as in `2 million`, and none before it.
  const terms = new Set<string>();
  for (const { term, kind } of beginning.slice(0, -1))
    if (kind === 'number' || !isStopWord(term)) terms.add(term);
  return terms.size >= least || claimTerms(claim).terms.length >= least;
}
