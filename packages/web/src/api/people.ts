import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';

/** Users and roles to share with, by name. */
export function usePeople() {
  return useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => request('GET /api/people', { signal }),
    staleTime: 60_000,
  });
}
