import type { RetrievedChunk } from '@ibid/core';

/** An item reached without searching for it, and how. */
export interface Hop {
  itemId: string;
  title: string;
  via: string;
}

export interface HopCandidate {
  itemId: string;
  /** The chunk, if known. Otherwise the item's best chunk for the question is looked up. */
  chunk: RetrievedChunk | null;
  score: number;
  hop: number;
  via: string;
}

/**
 * Weights of the hops, measured on two multi-hop sets (docs/quality/search.md). They lie on a plateau, not on a peak. Scores
 * are relative: 1 is the best hit of the first search.
 */
export const HOP_WEIGHTS = {
  /** How many chunks are followed. */
  parents: 3,
  /** Share of its score that a chunk passes to an item it names. */
  link: 0.7,
  /** Added if the words before the mention are words of the question: "directed by …". */
  context: 0.25,
  /** Reduction for a name that many chunks mention. */
  common: 0.5,
  /** Added if the target has words of the question that the chunk lacks. */
  covers: 0.15,
  /** Share of its score that a chunk passes to one that shares a rare name with it. */
  bridge: 0.8,
  /** The part of `bridge` that depends on the words the chunk lacks. */
  bridgeCovers: 0.4,
  /** How many names of a chunk are tried. */
  bridgeNames: 8,
  /** A name in more chunks than this is not followed. */
  bridgeSpread: 40,
  /** Weight of the target's own rank in the search. */
  own: 0.3,
  /**
   * If the chunk lacks less than this share of the question's words, hops count less: it probably answers the question.
   */
  missingShare: 0.2,
  missingFloor: 0.3,
} as const;
