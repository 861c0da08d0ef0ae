import type { ClaimAlignment } from './align-claim.js';
import type { ClaimTerms } from './claim-terms.js';
import { clausesOf } from './clauses-of.js';
import { findDisagreement, type Disagreement } from './find-disagreement.js';
import { findNegation } from './find-negation.js';
import { findReversedRoles } from './find-reversed-roles.js';
import { clausesOfPrepared, firstTokenFrom } from './prepared-text.js';
import { TokenRun } from './token-run.js';

/** The first point in which a claim and the passage it was aligned with contradict each other. */
export function disagreementOf(terms: ClaimTerms, alignment: ClaimAlignment): Disagreement | null {
  const { text: source, window } = alignment;
  const { text, tokens } = terms;
  const claim = new TokenRun({
    text,
    tokens,
    clauses: clausesOf(text, tokens),
    terms: termsOfSource(terms, alignment),
  });
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

/** The terms of a claim, another form of a word as the source has it; null: they are all the same. */
function termsOfSource({ tokens, termOf }: ClaimTerms, { text, matches }: ClaimAlignment): string[] | null {
  let terms: string[] | null = null;
  for (let id = 0; id < matches.length; id++) {
    const match = matches[id];
    if (!match || match.strength === 1) continue;
    const found = text.tokens[match.positions[0] ?? -1]?.term;
    if (found === undefined) continue;
    terms ??= tokens.map(({ term }) => term);
    for (let index = 0; index < tokens.length; index++) if (termOf[index] === id) terms[index] = found;
  }
  return terms;
}

/** Tokens are in the sentence before whose end they begin, also what stands between two sentences. */
function firstTokenOf({ text }: ClaimAlignment, sentence: number): number {
  if (sentence <= 0) return 0;
  if (sentence >= text.sentences.length) return text.tokens.length;
  return firstTokenFrom(text.tokens, text.sentences[sentence - 1]?.end ?? 0);
}
