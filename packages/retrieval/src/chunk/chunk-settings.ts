/** Sizes in tokens of the default encoding. */
export interface ChunkSettings {
  /** A chunk closes at the first good boundary after this size. */
  targetTokens: number;
  /** Never exceeded: this is about as much as the embedder reads. */
  maxTokens: number;
  /** Smaller sections are joined with the next one. */
  minTokens: number;
}

/** Default sizes of chunks, in tokens. */
export const DEFAULT_CHUNK_SETTINGS: ChunkSettings = { targetTokens: 350, maxTokens: 480, minTokens: 90 };
