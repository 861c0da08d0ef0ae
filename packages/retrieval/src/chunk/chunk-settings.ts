/** Sizes in tokens of the default encoding. */
export interface ChunkSettings {
  /** A chunk is closed at the first good boundary from here on. */
  targetTokens: number;
  /** Never exceeded: the embedder reads no further than about this. */
  maxTokens: number;
  /** Sections smaller than this are joined with the next one under the same parent. */
  minTokens: number;
}

/** How long chunks are, in tokens. */
export const DEFAULT_CHUNK_SETTINGS: ChunkSettings = { targetTokens: 350, maxTokens: 480, minTokens: 90 };
