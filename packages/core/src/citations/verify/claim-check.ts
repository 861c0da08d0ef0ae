import type { CitationVerdict, Passage } from '../citation.js';

/** What the check of one sentence against one source found (CIT-5). */
export interface ClaimCheck {
  /** The tightest span that supports the sentence best; null when nothing of it is found. */
  passage: Passage | null;
  /** 0 to 1. */
  score: number;
  verdict: Exclude<CitationVerdict, 'unknown'>;
  /** For weak and unsupported: what does not agree, in words. */
  reason?: string;
  /** The source says otherwise, or does not have what is quoted: no other wording mends that. */
  isFinal?: true;
  /** The rules leave it open: the verdict that another reader may give it at best (`refineWithReader`). */
  atBest?: 'weak' | 'supported';
  /** Sources of the same marker group with which alone this one supports the sentence. */
  together?: number[];
}

/** Overlap of words from which a claim is supported or weak. Set on reference answers with right and wrong passages; see docs/decisions. */
export const SUPPORTED = 0.5;
export const WEAK = 0.28;
export const BELOW_SUPPORTED = SUPPORTED - 0.01;
/** Likelihood below which a source does not say it: fewer than one in a hundred supported sentences of the training sets. */
export const UNLIKELY = 0.17;
