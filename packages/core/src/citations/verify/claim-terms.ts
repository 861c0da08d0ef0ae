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
  /** Where it first occurs. */
  start: number;
  end: number;
  amount?: Amount;
}

/** The parts of a claim: the terms that a source must cover, each once, and their order. */
export interface ClaimTerms {
  text: string;
  /** All words, including stop words. */
  tokens: ClaimToken[];
  terms: ClaimTerm[];
  /** For each token, its index in `terms`; -1 for stop words. */
  termOf: number[];
  /** Indexes into `terms`, in text order. */
  sequence: number[];
  /** Null until first used. */
  run: TokenRun | null;
  parts: Int32Array | null;
  /** Undefined until first used. */
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

/** The claim as a token run, and the parts that can be true independently. */
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

/** Number of tokens examined first; enough to decide for nearly every clause. */
const BEGINNING = 8;

/** Whether a claim has that many terms, without tokenizing all of one that clearly has. */
export function hasTerms(claim: string, least: number): boolean {
  const beginning = tokenizeClaim(claim, BEGINNING);
  // Further text can still change the last token, as in `2 million`, but none before it.
  beginning.pop();
  const terms: string[] = [];
  for (const token of beginning)
    if ((token.kind === 'number' || !saysNothing(token)) && !terms.includes(token.term))
      terms.push(token.term);
  return terms.length >= least || claimTerms(claim).terms.length >= least;
}
