import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { texts } from '../texts/texts.js';
import { request } from './request.js';
import type { Answer } from './request.js';

export type { KnowledgeBaseRow } from './types.js';
export type ItemPage = Answer<'GET /api/knowledge-bases/{id}/items'>;

export const basesKey = ['knowledge-bases'];
export const agentsKey = ['agents'];

/** `isPage`: of the list itself, which is asked for again whenever it is opened; others may make and share them too. */
export function useKnowledgeBases({ isPage = false } = {}) {
  return useQuery({
    queryKey: basesKey,
    queryFn: ({ signal }) => request('GET /api/knowledge-bases', { signal }),
    refetchOnMount: isPage ? 'always' : true,
  });
}

/** For texts that know a base by its id, or by its name as a model wrote it; empty: it is gone. */
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

/** The built-in model is named by the server, in English. */
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
