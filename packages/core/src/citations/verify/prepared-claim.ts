import { claimTerms, type ClaimTerms } from './claim-terms.js';
import { cleanClaim } from './clean-claim.js';
import { placeOfClaim, withoutLead } from './lead-of-claim.js';

/** Longer text is not a sentence: only its beginning is checked, and it is `weak` at best. */
const LONGEST_CLAIM = 3_000;
const MOST_KEPT = 256;
const LONGEST_KEPT = 1_000;

/** A sentence prepared for checking: without Markdown signs, tokenized once. */
export interface PreparedClaim {
  terms: ClaimTerms;
  /** It is too long to be read whole. */
  isCut: boolean;
  /** The clause that it names: `Under clause 4, …`. */
  place: string | null;
}

const kept = new Map<string, PreparedClaim>();

/**
 * Cached: the same sentence is checked against one source after another, then against each whole source, then once
 * more.
 */
export function preparedClaim(written: string): PreparedClaim {
  const known = kept.get(written);
  if (known) return known;
  const said = withoutLead(cleanClaim(written.slice(0, 2 * LONGEST_CLAIM)));
  const place = placeOfClaim(said);
  const clean = place?.rest ?? said;
  const isCut = clean.length > LONGEST_CLAIM || written.length > 2 * LONGEST_CLAIM;
  const terms = claimTerms(isCut ? clean.slice(0, LONGEST_CLAIM) : clean);
  const prepared = { terms, isCut, place: place?.number ?? null };
  if (written.length > LONGEST_KEPT) return prepared;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(written, prepared);
  return prepared;
}
