import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';

/** How the server is set up and what is wrong with it; for administrators. */
export function useDoctor() {
  return useQuery({
    queryKey: ['doctor'],
    queryFn: ({ signal }) => request('GET /api/doctor', { signal }),
    staleTime: 60_000,
  });
}
