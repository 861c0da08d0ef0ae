import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';

export function useItemGuide(id: string) {
  return useQuery({
    queryKey: ['item-guide', id],
    queryFn: ({ signal }) => request('GET /api/items/{id}/guide', { path: { id }, signal }),
    staleTime: 5 * 60_000,
  });
}

/** By a language model if available; the server creates it once per version of the document. */
export function useItemSummary(id: string) {
  return useQuery({
    queryKey: ['item-summary', id],
    queryFn: ({ signal }) => request('POST /api/items/{id}/summary', { path: { id }, signal }),
    staleTime: Infinity,
    retry: false,
  });
}

export function useCitedFrom(id: string) {
  return useQuery({
    queryKey: ['cited-from', id],
    queryFn: ({ signal }) => request('GET /api/items/{id}/citations', { path: { id }, signal }),
    // Must include an answer given a moment ago.
    staleTime: 0,
  });
}
