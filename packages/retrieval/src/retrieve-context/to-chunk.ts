import type { RetrievedChunk } from '@ibid/core';
import { chunkPlace, type SearchHit } from '../knowledge/index.js';

/** Converts a search hit to the chunk that tools return. */
export function toChunk(hit: SearchHit): RetrievedChunk {
  return {
    itemId: hit.itemId,
    chunkId: hit.id,
    title: hit.title,
    text: hit.text,
    score: hit.score,
    knowledgeBaseId: hit.knowledgeBaseId,
    ...chunkPlace(hit),
    metadata: hit.metadata,
    ...(hit.url === null ? {} : { url: hit.url }),
  };
}
