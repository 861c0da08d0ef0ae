import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';

/** Who a thing can be shared with: names of users and roles. */
export function usePeople() {
  return useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => request('GET /api/people', { signal }),
    staleTime: 60_000,
  });
}
