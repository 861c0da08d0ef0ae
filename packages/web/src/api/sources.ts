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
 * API-3: what this conversation was shown of a source that is in no knowledge base: of a tool of others, or of the web.
 * Null: not asked for.
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
