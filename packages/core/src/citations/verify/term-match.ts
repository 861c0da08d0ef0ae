/** Where a term of the claim was found in a text; empty positions: in its title or headings only. */
export interface TermMatch {
  /** 1 for the same term, less for another form of the word or one that only the context has. */
  strength: number;
  positions: readonly number[];
}

/** For each term of a claim, where it was found; null: nowhere. */
export type TermMatches = readonly (TermMatch | null)[];
