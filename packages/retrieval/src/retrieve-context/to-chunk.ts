import type { RetrievedChunk } from '@ibid/core';
import { chunkPlace, type SearchHit } from '../knowledge/index.js';

/** What a search found, as tools hand it on. */
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

/** The same of all that a search found; documents with one title get the names of their files, which tell them apart. */
export function toldApart(hits: readonly SearchHit[]): RetrievedChunk[] {
  const firstOf = new Map<string, string>();
  const shared = new Set<string>();
  for (const { title, itemId } of hits) {
    const first = firstOf.get(title);
    if (first === undefined) firstOf.set(title, itemId);
    else if (first !== itemId) shared.add(title);
  }
  return hits.map((hit) => {
    const chunk = toChunk(hit);
    if (!shared.has(hit.title) || hit.metadata['path'] !== undefined || hit.itemName === '') return chunk;
    return { ...chunk, metadata: { ...chunk.metadata, path: hit.itemName } };
  });
}
