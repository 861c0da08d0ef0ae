import type { RetrievedChunk } from '@ibid/core/internal';
import { chunkPlace, datedMetadata, ScopedKnowledge, toChunk } from '@ibid/retrieval/internal';
import type { Item } from '@ibid/retrieval/internal';
import type { InquiryScope } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { NotFound } from '../errors/index.js';
import type { Configuration, KnowledgeAccess } from '../services.js';
import { readUserSettings } from '../settings/system-settings.js';

const ITEMS_AT_ONCE = 100;
const CHUNKS_AT_ONCE = 200;
const QUERY_CHARACTERS = 2_000;

/** KB-5: limited to what the viewer may currently see. Files of projects and conversations count only if named. */
export async function knowledgeOfInquiry(
  services: Configuration & KnowledgeAccess,
  principal: Principal,
  scope: InquiryScope,
): Promise<ScopedKnowledge> {
  const { viewer } = principal;
  const { reader: store } = services.knowledge;
  const { disabledKnowledgeBases } = await readUserSettings(services.settings, principal.user.id);
  const isNamed = scope.knowledgeBaseIds.length + scope.itemIds.length > 0;
  const bases = await store.listKnowledgeBases(viewer);
  const off = bases.filter(({ id, kind }) => kind !== 'standard' || disabledKnowledgeBases.includes(id));
  return new ScopedKnowledge({
    store,
    viewer,
    scope: isNamed ? scope : null,
    disabledKnowledgeBaseIds: isNamed ? [] : off.map(({ id }) => id),
  });
}

/** Rejects what does not exist or is hidden from the user. */
export async function requireInquiryScope(
  services: KnowledgeAccess,
  principal: Principal,
  scope: InquiryScope,
): Promise<void> {
  const { reader } = services.knowledge;
  const bases = new Set((await reader.listKnowledgeBases(principal.viewer)).map(({ id }) => id));
  if (scope.knowledgeBaseIds.some((id) => !bases.has(id)))
    throw new NotFound('There is no such knowledge base.', 'knowledge_base_not_found');
  for (const id of scope.itemIds)
    if (!(await reader.getItem(principal.viewer, id)))
      throw new NotFound('There is no such item.', 'item_not_found');
}

/** All chunks of the documents in scope, document by document. */
export async function* chunksInReach(
  knowledge: ScopedKnowledge,
  onItem: (place: { done: number; total: number; title: string }) => void,
): AsyncGenerator<RetrievedChunk> {
  let cursor: string | null = null;
  let done = 0;
  do {
    const page = await knowledge.listItems({ limit: ITEMS_AT_ONCE, cursor });
    for (const item of page.rows) {
      onItem({ done, total: page.total, title: item.title });
      for (let from = 0; from < item.chunks; from += CHUNKS_AT_ONCE) {
        const chunks = await knowledge.readChunks(item.id, { from, to: from + CHUNKS_AT_ONCE - 1 });
        for (const chunk of chunks) yield { ...chunkOf(item, chunk), metadata: datedMetadata(item) };
      }
      done++;
    }
    ({ cursor } = page);
  } while (cursor !== null);
}

/** What searches for these questions find, each chunk once. */
export async function* chunksAbout(
  knowledge: ScopedKnowledge,
  questions: readonly string[],
  topK: number,
): AsyncGenerator<RetrievedChunk> {
  const seen = new Set<string>();
  for (const question of questions) {
    const query = question.slice(0, QUERY_CHARACTERS);
    for (const hit of await knowledge.search({ query, mode: 'hybrid', topK })) {
      if (seen.has(hit.id)) continue;
      seen.add(hit.id);
      const item = await knowledge.getItem(hit.itemId);
      if (item) yield { ...toChunk(hit), metadata: datedMetadata(item) };
    }
  }
}

type StoredChunk = Awaited<ReturnType<ScopedKnowledge['readChunks']>>[number];

function chunkOf(item: Item, chunk: StoredChunk): RetrievedChunk {
  return {
    itemId: item.id,
    chunkId: chunk.id,
    title: item.title,
    text: chunk.text,
    score: null,
    knowledgeBaseId: chunk.knowledgeBaseId,
    ...chunkPlace(chunk),
    ...(item.url === null ? {} : { url: item.url }),
  };
}
