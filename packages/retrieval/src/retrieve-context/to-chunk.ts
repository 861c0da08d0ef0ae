import type { RetrievedChunk } from '@ibid/core';
import type { SearchHit } from '../knowledge/index.js';

/** What a search found, as tools hand it on. */
export function toChunk(hit: SearchHit): RetrievedChunk {
  return {
    itemId: hit.itemId,
    chunkId: hit.id,
    title: hit.title,
    text: hit.text,
    score: hit.score,
    knowledgeBaseId: hit.knowledgeBaseId,
    headingPath: hit.headingPath,
    span: hit.span,
    ordinal: hit.ordinal,
    metadata: hit.metadata,
    ...(hit.url === null ? {} : { url: hit.url }),
    ...(hit.page === null ? {} : { page: hit.page }),
  };
}
