import type { ClaimTerm } from './claim-terms.js';
import type { PreparedText } from './prepared-text.js';

/** Sentences `first` to `last` of a text and how much of the claim they account for. */
export interface PassageCandidate {
  text: PreparedText;
  first: number;
  last: number;
  /** Share of the claim's weight, 0 to 1. */
  coverage: number;
  found: ReadonlySet<string>;
}

const MAX_SENTENCES = 3;
/** A further sentence must account for this much more of the claim to belong to the passage. */
const SENTENCE_COST = 0.06;

/** The window of one to three sentences that accounts for most of the claim. */
export function bestPassage(
  text: PreparedText,
  terms: readonly ClaimTerm[],
  weight: (term: string) => number,
): PassageCandidate | null {
  const bySentence = termsBySentence(text, terms);
  const total = terms.reduce((sum, { term }) => sum + weight(term), 0);
  let best: PassageCandidate | null = null;
  let bestValue = 0;
  for (const first of bySentence.keys()) {
    const found = new Set<string>();
    let covered = 0;
    for (let last = first; last < Math.min(first + MAX_SENTENCES, bySentence.length); last++) {
      for (const term of bySentence[last] ?? [])
        if (!found.has(term)) {
          found.add(term);
          covered += weight(term);
        }
      const coverage = total > 0 ? covered / total : 0;
      const value = coverage - SENTENCE_COST * (last - first);
      if (value > bestValue) {
        bestValue = value;
        best = { text, first, last, coverage, found: new Set(found) };
      }
    }
  }
  return best;
}

function termsBySentence(text: PreparedText, terms: readonly ClaimTerm[]): string[][] {
  const bySentence: string[][] = text.sentences.map(() => []);
  for (const { term } of terms) {
    let sentence = 0;
    for (const position of text.positions.get(term) ?? []) {
      while ((text.sentences[sentence]?.endToken ?? Infinity) <= position) sentence++;
      const list = bySentence[sentence];
      if (list && list.at(-1) !== term) list.push(term);
    }
  }
  return bySentence;
}
