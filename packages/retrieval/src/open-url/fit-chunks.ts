import type { RetrievedChunk, ToolOutcome } from '@ibid/core';

/** The share of the available tokens that a page may take. Other calls of the turn need some too. */
const SHARE = 0.5;
/** Returned at least, whatever is available. The turn names and keeps what does not fit (CTX-11). */
const LEAST_TOKENS = 2_000;

/**
 * Characters kept behind the result's handle. A longer page is read on by further calls, so no page fills the quota.
 */
const MOST_KEPT = 1_000_000;

/**
 * The first parts of a page that fit, and how to continue. The rest is kept with the result. At least one part is
 * returned; if it is too long, the turn pages it out.
 */
export function fitChunks(options: {
  chunks: readonly (RetrievedChunk & { tokens: number })[];
  start: number;
  total: number;
  availableTokens: number;
}): ToolOutcome {
  const { start, total } = options;
  if (options.chunks.length === 0) {
    const text = total === 0 ? 'The page contains no text.' : `The page has ${total} parts, numbered from 0.`;
    return { text, isError: true };
  }
  const chunks: RetrievedChunk[] = [];
  const leftOut: RetrievedChunk[] = [];
  let characters = 0;
  let room = Math.max(LEAST_TOKENS, options.availableTokens * SHARE);
  for (const { tokens, ...chunk } of options.chunks) {
    room -= tokens;
    if (room >= 0 || chunks.length === 0) chunks.push(chunk);
    else {
      characters += chunk.text?.length ?? 0;
      if (characters > MOST_KEPT) break;
      leftOut.push(chunk);
    }
  }
  const next = start + chunks.length;
  return {
    text: '',
    chunks,
    ...(leftOut.length > 0 ? { leftOut } : {}),
    figures: { parts: total, shown_from: start, ...(next < total ? { continue_with_start: next } : {}) },
  };
}
