import type { OpenClaim } from '../citations/answer-citations.js';
import type { Passage } from '../citations/citation.js';
import type { ClaimCheck } from '../citations/verify/claim-check.js';
import { type ClaimSource, ClaimVerifier } from '../citations/verify/claim-verifier.js';
import { FILE_CHUNK_ID } from '../context/render-files.js';

const RANK = { unsupported: 0, weak: 1, supported: 2 } as const;

/** CIT-5: checks a claim again with more of its sources. Keeps the earlier result unless the new one is better. */
export function recheckClaim(open: OpenClaim, sources: readonly ClaimSource[]): ClaimCheck {
  const before = open.check;
  const verifier = new ClaimVerifier({ chunks: sources.flatMap(({ chunks }) => chunks) });
  const index = sources.findIndex(({ number }) => number === open.citation.number);
  const after = verifier.checkGroup({ claim: open.claim, sources })[index];
  if (!after) return before;
  const isBetter =
    RANK[after.verdict] === RANK[before.verdict]
      ? after.score > before.score
      : RANK[after.verdict] > RANK[before.verdict];
  return isBetter ? after : before;
}

/** A file's text is cut into pieces only for the check, so the passage is mapped back to the whole text. */
export function inFile(passage: Passage): Passage {
  if (passage.chunkId !== FILE_CHUNK_ID || !passage.itemSpan) return passage;
  const by = passage.itemSpan.start - passage.start;
  const { header } = passage;
  return {
    ...passage,
    ...passage.itemSpan,
    ...(header && { header: { ...header, start: header.start + by, end: header.end + by } }),
  };
}
