import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';

/** Tools available to an agent, among those currently switched on. */
export function useTools() {
  return useQuery({
    queryKey: ['tools'],
    queryFn: ({ signal }) => request('GET /api/tools', { signal }),
    staleTime: 60_000,
  });
}
