/** Scores from which a claim is supported or weak. Set on reference answers with right and wrong passages; see docs/decisions. */
export const SUPPORTED = 0.5;
export const WEAK = 0.28;
