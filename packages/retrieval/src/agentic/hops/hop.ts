import type { RetrievedChunk } from '@ibid/core';

/** An item reached without a search for it, and how. */
export interface Hop {
  itemId: string;
  title: string;
  via: string;
}

export interface HopCandidate {
  itemId: string;
  /** The chunk itself where it is known; otherwise the item's best chunk for the question is looked up. */
  chunk: RetrievedChunk | null;
  score: number;
  hop: number;
  via: string;
}

/**
 * Weights of the hops, measured on two multi-hop sets (docs/quality.md); they lie on a plateau, not on a peak.
 * Scores are relative: 1 is the best hit of the first search.
 */
export const HOP_WEIGHTS = {
  /** Chunks that are followed. */
  parents: 3,
  /** What a linked item inherits from the chunk that names it. */
  link: 0.7,
  /** More, when the words before the mention are words of the question: "directed by …". */
  context: 0.25,
  /** Less, when the name is everywhere. */
  common: 0.5,
  /** More, when the target has words of the question that the chunk lacks. */
  covers: 0.15,
  /** What an item inherits that shares a rare name with the chunk. */
  bridge: 0.8,
  /** Share of that which depends on the words the chunk lacks. */
  bridgeCovers: 0.4,
  /** Names of a chunk that are tried. */
  bridgeNames: 8,
  /** A name that more chunks have bridges nothing. */
  bridgeSpread: 40,
  /** What its own rank in the search adds. */
  own: 0.3,
  /** Below this share of words missing in the chunk, hops count less: the question is answered already. */
  missingShare: 0.2,
  missingFloor: 0.3,
} as const;
