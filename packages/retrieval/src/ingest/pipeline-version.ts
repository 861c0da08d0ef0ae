import { DEFAULT_CHUNK_SETTINGS, type ChunkSettings } from '../chunk/index.js';
import type { Embedder } from '../knowledge/index.js';

/** Raised when parsers or chunker change what they give, so that the next ingest makes items again. */
const READER_VERSION = 7;

/**
 * What made an item's chunks and vectors. Items of another version are made again although their file is the same.
 */
export function pipelineVersion(options: {
  chunkSettings?: Partial<ChunkSettings> | undefined;
  embedder: Pick<Embedder, 'id'> | null;
}): string {
  const sizes = { ...DEFAULT_CHUNK_SETTINGS, ...options.chunkSettings };
  const chunks = `${sizes.minTokens}-${sizes.targetTokens}-${sizes.maxTokens}`;
  return `read-${READER_VERSION} chunk-${chunks} embed-${options.embedder?.id ?? 'none'}`;
}
