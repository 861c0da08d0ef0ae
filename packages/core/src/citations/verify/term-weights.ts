import type { ClaimTerms } from './claim-terms.js';
import type { ClaimWeights } from './claim-weights.js';
import { rarityOf } from './common-terms.js';
import type { PreparedText } from './prepared-text.js';

/** How well a term distinguishes the given texts: rare terms weigh more. */
export class TermWeights {
  readonly #texts: readonly PreparedText[];
  readonly #weights = new Map<string, number>();

  constructor(texts: readonly PreparedText[]) {
    this.#texts = texts;
  }

  of({ terms }: ClaimTerms): ClaimWeights {
    const weights = terms.map(({ term }) => this.#weight(term));
    return { weights, total: weights.reduce((sum, weight) => sum + weight, 0) };
  }

  #weight(term: string): number {
    const known = this.#weights.get(term);
    if (known !== undefined) return known;
    let count = 0;
    for (const text of this.#texts) if (text.occurrences.has(term)) count++;
    // A word in no text weighs as much as one in a single text, not more: it may be mere phrasing.
    const weight = Math.log(1 + (this.#texts.length + 1) / (Math.max(count, 1) + 0.5)) * rarityOf(term);
    this.#weights.set(term, weight);
    return weight;
  }
}
