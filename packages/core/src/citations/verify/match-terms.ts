import type { ClaimTerm } from './claim-terms.js';
import { FAMILY_LETTERS, type PreparedText } from './prepared-text.js';
import type { TermMatch, TermMatches } from './term-match.js';

/** Share of its longer form that two words must begin with alike: `Vertrag`, `Vertrages`. */
const MIN_ALIKE = 0.7;
const IN_CONTEXT: TermMatch = { strength: 0.8, positions: [] };

export function matchTerms(terms: readonly ClaimTerm[], text: PreparedText): TermMatches {
  return terms.map(
    ({ term, kind }) =>
      text.occurrences.get(term) ??
      (kind === 'number' ? null : anotherForm(term, text)) ??
      inContext(term, text),
  );
}

function anotherForm(term: string, text: PreparedText): TermMatch | null {
  if (term.length < FAMILY_LETTERS) return null;
  const family = text.families.get(term.slice(0, FAMILY_LETTERS));
  if (!family) return null;
  let best: TermMatch | null = null;
  for (const other of family) {
    let alike = FAMILY_LETTERS;
    while (alike < term.length && term.charCodeAt(alike) === other.charCodeAt(alike)) alike++;
    const share = alike / Math.max(term.length, other.length);
    if (share >= MIN_ALIKE && share > (best?.strength ?? 0))
      best = { strength: share, positions: text.occurrences.get(other)?.positions ?? [] };
  }
  return best;
}

function inContext(term: string, text: PreparedText): TermMatch | null {
  return text.context.has(term) ? IN_CONTEXT : null;
}
