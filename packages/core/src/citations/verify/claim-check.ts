import type { CitationVerdict, Passage } from '../citation.js';

/** The result of checking one sentence against one source (CIT-5). */
export interface ClaimCheck {
  /** The tightest span that best supports the sentence; null if nothing was found. */
  passage: Passage | null;
  /** 0 to 1. */
  score: number;
  verdict: Exclude<CitationVerdict, 'unknown'>;
  /** What does not agree; for weak and unsupported. */
  reason?: string;
  /** The source contradicts the claim or lacks the quoted text, so other wording cannot change the verdict. */
  isFinal?: true;
  /** The rules leave it undecided: the best verdict that another reader may give (`refineWithReader`). */
  atBest?: 'weak' | 'supported';
  /** Sources of the same marker group that support the sentence only together with this one. */
  together?: number[];
}

/**
 * Word overlap from which a claim is supported or weak. Calibrated on reference answers with right and wrong passages;
 * see docs/decisions.
 */
export const SUPPORTED = 0.5;
export const WEAK = 0.28;
export const BELOW_SUPPORTED = SUPPORTED - 0.01;
/**
 * Likelihood below which a source does not say it. Fewer than one in a hundred supported sentences of the training sets
 * are below it.
 */
export const UNLIKELY = 0.17;
