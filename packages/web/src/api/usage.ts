import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { request } from './request.js';

export type UsageTotal = Schemas['UsageTotal'];

export function useUsage(groupBy: 'day' | 'model' | 'user', all: boolean) {
  return useQuery({
    queryKey: ['usage', groupBy, all],
    // Includes turns that this page does not know of.
    staleTime: 0,
    queryFn: ({ signal }) =>
      request('GET /api/usage', {
        query: { groupBy, ...(all ? { all: 'true' } : {}) },
        signal,
      }),
  });
}
