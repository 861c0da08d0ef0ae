import { useQuery } from '@tanstack/react-query';
import type { Chunk, Item } from '@ibid/retrieval';
import { request } from './request.js';

export type ItemRow = Omit<Item, 'access'>;

export interface ItemText {
  text: string;
  start: number;
  end: number;
  characters: number;
}

export function useItem(itemId: string | null) {
  return useQuery({
    queryKey: ['item', itemId],
    queryFn: ({ signal }) => request<ItemRow>(`/api/items/${itemId}`, { signal }),
    enabled: itemId !== null,
    staleTime: 60_000,
  });
}

function fetchItemText(
  itemId: string,
  range: { start: number; end: number },
  signal?: AbortSignal,
): Promise<ItemText> {
  return request<ItemText>(`/api/items/${itemId}/text`, { query: range, ...(signal && { signal }) });
}

export function useItemText(itemId: string | null, range: { start: number; end: number } | null) {
  return useQuery({
    queryKey: ['item-text', itemId, range],
    queryFn: ({ signal }) => fetchItemText(itemId ?? '', range ?? { start: 0, end: 0 }, signal),
    enabled: itemId !== null && range !== null,
    staleTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[1] === itemId ? before : undefined),
  });
}

export function useChunks(itemId: string | null, range: { from: number; to: number }) {
  return useQuery({
    queryKey: ['chunks', itemId, range],
    queryFn: ({ signal }) =>
      request<{ rows: Chunk[] }>(`/api/items/${itemId}/chunks`, { query: range, signal }),
    enabled: itemId !== null,
    staleTime: 60_000,
  });
}
