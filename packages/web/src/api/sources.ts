import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Schemas } from '@ibid/client';
import { request } from './request.js';

export type SourceRow = Schemas['Source'];

/** REF-5: cited and retrieved are different lists. */
export function useSources(conversationId: string) {
  return useQuery({
    queryKey: ['sources', conversationId],
    queryFn: ({ signal }) =>
      request('GET /api/conversations/{id}/sources', { path: { id: conversationId }, signal }),
  });
}

/**
 * API-3: what this conversation saw of a source outside the knowledge bases: of a third-party tool, or the web. Null:
 * disabled.
 */
export function useKeptSource(number: number | null) {
  const { conversationId = null } = useParams({ strict: false });
  return useQuery({
    queryKey: ['kept-source', conversationId, number],
    queryFn: ({ signal }) =>
      request('GET /api/conversations/{id}/sources/{number}/text', {
        path: { id: conversationId ?? '', number: number ?? 0 },
        signal,
      }),
    enabled: conversationId !== null && number !== null,
    staleTime: Infinity,
  });
}
