import type { Amount } from './amount.js';
import type { ClaimToken } from './claim-token.js';
import { languageOf } from './language-of.js';
import { partsOfClaim } from './parts-of-claim.js';
import { saysNothing } from './says-nothing.js';
import { segmentsOf } from './segments.js';
import { TokenRun } from './token-run.js';
import { tokenizeClaim } from './tokenize-claim.js';

export interface ClaimTerm {
  term: string;
  kind: ClaimToken['kind'];
  /** Where it is first written. */
  start: number;
  end: number;
  amount?: Amount;
}

/** What a claim is made of: the terms that a source must account for, each once, and their order. */
export interface ClaimTerms {
  text: string;
  /** All of its words, those that say nothing included. */
  tokens: ClaimToken[];
  terms: ClaimTerm[];
  /** Of each token, its index in `terms`; -1: it says nothing. */
  termOf: number[];
  /** Indexes in `terms`, in the order in which they are written. */
  sequence: number[];
  /** Null until somebody asks. */
  run: TokenRun | null;
  parts: Int32Array | null;
  /** Undefined until somebody asks. */
  language: string | null | undefined;
  notes: unknown[];
}

export function claimTerms(text: string): ClaimTerms {
  const indexes = new Map<string, number>();
  const terms: ClaimTerm[] = [];
  const termOf: number[] = [];
  const sequence: number[] = [];
  const tokens = tokenizeClaim(text);
  for (const token of tokens) {
    const { term, kind } = token;
    if (kind !== 'number' && saysNothing(token)) {
      termOf.push(-1);
      continue;
    }
    let index = indexes.get(term);
    const known = index === undefined ? undefined : terms[index];
    if (index === undefined) {
      const { start, end, amount } = token;
      index = terms.push({ term, kind, start, end, ...(amount && { amount }) }) - 1;
      indexes.set(term, index);
    } else if (known && kind === 'name') known.kind = 'name';
    termOf.push(index);
    sequence.push(index);
  }
  return { text, tokens, terms, termOf, sequence, run: null, parts: null, language: undefined, notes: [] };
}

/** The claim as a run of its own words, and the parts that can be true by themselves. */
export function runOfClaim(claim: ClaimTerms): { run: TokenRun; parts: Int32Array } {
  const { text, tokens } = claim;
  claim.run ??= new TokenRun({ text, tokens, segments: segmentsOf(text, tokens) });
  claim.parts ??= partsOfClaim(claim.run);
  return { run: claim.run, parts: claim.parts };
}

export function languageOfClaim(claim: ClaimTerms): string | null {
  if (claim.language === undefined) claim.language = languageOf(claim.text, claim.tokens);
  return claim.language;
}

/** Tokens that are looked at first: enough to tell for nearly every clause. */
const BEGINNING = 8;

/** Whether a claim has that many terms, without reading all of one that clearly has. */
export function hasTerms(claim: string, least: number): boolean {
  const beginning = tokenizeClaim(claim, BEGINNING);
  // What follows can still change the last one, as in `2 million`, and none before it.
  beginning.pop();
  const terms: string[] = [];
  for (const token of beginning)
    if ((token.kind === 'number' || !saysNothing(token)) && !terms.includes(token.term))
      terms.push(token.term);
  return terms.length >= least || claimTerms(claim).terms.length >= least;
}
