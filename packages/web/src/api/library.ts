import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { request } from './request.js';
import type { ItemRow } from './items.js';
import type { Agent, ModelList, Rows, Sharing } from './types.js';

export interface KnowledgeBaseRow {
  id: string;
  name: string;
  description: string;
  kind: 'standard' | 'project' | 'conversation';
  items: number;
  chunks: number;
  sharing: Sharing;
  isOwner: boolean;
  createdAt: string;
}

export const basesKey = ['knowledge-bases'];
export const agentsKey = ['agents'];

export function useKnowledgeBases() {
  return useQuery({
    queryKey: basesKey,
    queryFn: ({ signal }) => request<Rows<KnowledgeBaseRow>>('/api/knowledge-bases', { signal }),
  });
}

export function useAgents() {
  return useQuery({
    queryKey: agentsKey,
    queryFn: ({ signal }) => request<Rows<Agent>>('/api/agents', { signal }),
    staleTime: 60_000,
  });
}

export function useModels() {
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => request<ModelList>('/api/models', { signal }),
    staleTime: 60_000,
  });
}

export type ItemPage = Rows<ItemRow> & { total: number };

export function fetchItems(
  baseId: string,
  query: { query?: string; cursor?: string | null; limit?: number },
  signal?: AbortSignal,
): Promise<ItemPage> {
  return request<ItemPage>(`/api/knowledge-bases/${baseId}/items`, { query, ...(signal && { signal }) });
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
