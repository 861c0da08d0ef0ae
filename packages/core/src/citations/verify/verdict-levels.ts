/** Overlap of words from which a claim is supported or weak. Set on reference answers with right and wrong passages; see docs/decisions. */
export const SUPPORTED = 0.5;
export const WEAK = 0.28;
export const BELOW_SUPPORTED = SUPPORTED - 0.01;
/** Likelihood below which a source does not say it: fewer than one in a hundred supported sentences of the training sets. */
export const UNLIKELY = 0.17;
