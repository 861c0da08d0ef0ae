import type { ClaimTerm } from './claim-terms.js';
import { FAMILY_LETTERS, type PreparedText } from './prepared-text.js';

/** Where a term of the claim was found in a text; empty positions: in its title or headings only. */
export interface TermMatch {
  /** 1 for the same term, less for another form of the word or one that only the context has. */
  strength: number;
  positions: readonly number[];
}

/** For each term of a claim, where it was found; null: nowhere. */
export type TermMatches = readonly (TermMatch | null)[];

/** Share of its longer form that two words must begin with alike: `Vertrag`, `Vertrages`. */
const MIN_ALIKE = 0.7;
const IN_CONTEXT: TermMatch = { strength: 0.8, positions: [] };

export function matchTerms(terms: readonly ClaimTerm[], text: PreparedText): TermMatches {
  return terms.map(({ term, kind }) => {
    const positions = text.positions.get(term);
    if (positions) return { strength: 1, positions };
    return (kind === 'number' ? null : anotherForm(term, text)) ?? inContext(term, text);
  });
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
      best = { strength: share, positions: text.positions.get(other) ?? [] };
  }
  return best;
}

function inContext(term: string, text: PreparedText): TermMatch | null {
  return text.context.has(term) ? IN_CONTEXT : null;
}
