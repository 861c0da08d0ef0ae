/** Where a term of the claim was found in a text; empty positions mean only in its title or headings. */
export interface TermMatch {
  /** 1 for the same term, less for another form of the word or a term only in the context. */
  strength: number;
  positions: readonly number[];
}

/** For each term of a claim, where it was found; null if nowhere. */
export type TermMatches = readonly (TermMatch | null)[];
