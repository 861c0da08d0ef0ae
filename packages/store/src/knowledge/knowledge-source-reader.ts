import type { ReadSource, RetrievedChunk } from '@ibid/core/internal';
import { chunkPlace } from '@ibid/retrieval/internal';
import type { Chunk, KnowledgeStore, Viewer } from '@ibid/retrieval/internal';

/** Items of up to this many chunks are read whole, once; larger ones are searched for the claim. */
const MOST_CHUNKS = 200;
const MOST_HITS = 16;
/** Of a claim used as a query. */
const MOST_CHARACTERS = 2_000;

/**
 * CIT-5: reads what the items of the knowledge bases say about a claim, as far as the viewer may see them. Create one
 * per turn: it caches what it reads.
 */
export function knowledgeSourceReader(options: {
  store: Pick<KnowledgeStore, 'getItem' | 'readChunks' | 'search'>;
  viewer: Viewer;
}): ReadSource {
  const { store, viewer } = options;
  const items = new Map<string, ReturnType<typeof open>>();
  const open = async (itemId: string) => {
    const item = await store.getItem(viewer, itemId);
    if (!item || item.chunks > MOST_CHUNKS) return { item, chunks: null };
    return { item, chunks: await store.readChunks(viewer, itemId, { from: 0, to: item.chunks }) };
  };
  return async ({ source: { itemId }, claim }) => {
    const opened = items.get(itemId) ?? open(itemId);
    items.set(itemId, opened);
    const { item, chunks } = await opened;
    if (!item) return [];
    const found =
      chunks ??
      (await store.search({
        viewer,
        query: claim.slice(0, MOST_CHARACTERS),
        mode: 'keyword',
        topK: MOST_HITS,
        filter: { itemIds: [itemId] },
        neighbours: 1,
      }));
    return found.map((chunk) => toRetrieved(chunk, item.title));
  };
}

function toRetrieved(chunk: Chunk, title: string): RetrievedChunk {
  const { id: chunkId, itemId, text, knowledgeBaseId } = chunk;
  return {
    itemId,
    chunkId,
    title,
    text,
    score: null,
    knowledgeBaseId,
    ...chunkPlace(chunk),
  };
}
