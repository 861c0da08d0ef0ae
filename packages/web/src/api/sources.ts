import { useQuery } from '@tanstack/react-query';
import type { Schemas } from './api.generated.js';
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
