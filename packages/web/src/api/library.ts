import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { texts } from '../texts/texts.js';
import { request } from './request.js';
import type { Answer } from './request.js';

export type { KnowledgeBaseRow } from './types.js';
export type ItemPage = Answer<'GET /api/knowledge-bases/{id}/items'>;

export const basesKey = ['knowledge-bases'];
export const agentsKey = ['agents'];

/** `isPage`: for the list page, refetched whenever it is opened, since others may create and share bases too. */
export function useKnowledgeBases({ isPage = false } = {}) {
  return useQuery({
    queryKey: basesKey,
    queryFn: ({ signal }) => request('GET /api/knowledge-bases', { signal }),
    refetchOnMount: isPage ? 'always' : true,
  });
}

/** The name of a base for an id, or for a name as a model wrote it; empty if it was deleted. */
export function useNameOfBase(): (idOrName: string) => string {
  const rows = useKnowledgeBases().data?.rows ?? [];
  return (idOrName) => rows.find(({ id, name }) => id === idOrName || name === idOrName)?.name ?? '';
}

export function useAgents() {
  return useQuery({
    queryKey: agentsKey,
    queryFn: ({ signal }) => request('GET /api/agents', { signal }),
    staleTime: 60_000,
  });
}

/** The server names the built-in model in English. */
const inOwnWords = (models: Answer<'GET /api/models'>) => ({
  ...models,
  rows: models.rows.map((model) => ({ ...model, name: texts.engine(model.name) })),
});

export function useModels() {
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => request('GET /api/models', { signal }),
    select: inOwnWords,
    staleTime: 60_000,
  });
}

export function fetchItems(
  baseId: string,
  query: { query?: string; cursor?: string | null; limit?: number },
  signal?: AbortSignal,
): Promise<ItemPage> {
  return request('GET /api/knowledge-bases/{id}/items', { path: { id: baseId }, query, signal });
}

export function useItems(baseId: string, query: string) {
  return useInfiniteQuery({
    queryKey: ['items', baseId, query],
    queryFn: ({ pageParam, signal }) => fetchItems(baseId, { query, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    placeholderData: (before) => before,
  });
}
