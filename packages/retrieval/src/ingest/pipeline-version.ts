import { DEFAULT_CHUNK_SETTINGS, type ChunkSettings } from '../chunk/index.js';
import type { Embedder } from '../knowledge/index.js';

/** Increase this when the output of parsers or chunker changes, so the next ingest redoes all items. */
const READER_VERSION = 9;

/**
 * Identifies what made an item's chunks and vectors. Items of another version are made again even if their file is
 * unchanged.
 */
export function pipelineVersion(options: {
  chunkSettings?: Partial<ChunkSettings> | undefined;
  embedder: Pick<Embedder, 'id'> | null;
}): string {
  const sizes = { ...DEFAULT_CHUNK_SETTINGS, ...options.chunkSettings };
  const chunks = `${sizes.minTokens}-${sizes.targetTokens}-${sizes.maxTokens}`;
  return `read-${READER_VERSION} chunk-${chunks} embed-${options.embedder?.id ?? 'none'}`;
}
