import { useQuery } from '@tanstack/react-query';
import type { Source } from '@ibid/core';
import { request } from './request.js';

export interface SourceRow extends Source {
  /** How often answers of this conversation name it. */
  citations?: number;
}

/** REF-5: cited and retrieved are different lists. */
export function useSources(conversationId: string) {
  return useQuery({
    queryKey: ['sources', conversationId],
    queryFn: ({ signal }) =>
      request<{ cited: SourceRow[]; retrieved: SourceRow[] }>(
        `/api/conversations/${conversationId}/sources`,
        { signal },
      ),
  });
}
