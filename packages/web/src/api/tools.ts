import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';

/** Tools that an agent can have, among those switched on now. */
export function useTools() {
  return useQuery({
    queryKey: ['tools'],
    queryFn: ({ signal }) => request('GET /api/tools', { signal }),
    staleTime: 60_000,
  });
}
