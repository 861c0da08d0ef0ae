/**
 * Sizes in tokens of the default encoding.
 *
 * ```ts
 * import type { ChunkSettings } from '@ibid/retrieval';
 *
 * const small: Partial<ChunkSettings> = { targetTokens: 120, maxTokens: 200 };
 * ```
 */
export interface ChunkSettings {
  /** A chunk is closed at the first good boundary from here on. */
  targetTokens: number;
  /** Never exceeded: the embedder reads no further than about this. */
  maxTokens: number;
  /** Sections smaller than this are joined with the next one under the same parent. */
  minTokens: number;
}

/**
 * How long chunks are, in tokens.
 *
 * ```ts
 * import { DEFAULT_CHUNK_SETTINGS } from '@ibid/retrieval';
 *
 * console.log({ ...DEFAULT_CHUNK_SETTINGS, targetTokens: 200 });
 * ```
 */
export const DEFAULT_CHUNK_SETTINGS: ChunkSettings = { targetTokens: 350, maxTokens: 480, minTokens: 90 };
