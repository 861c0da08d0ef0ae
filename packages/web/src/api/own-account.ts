import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { request } from './request.js';

export type OwnSession = Schemas['OwnSession'];

export const sessionsKey = ['own-sessions'];

export function useOwnSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => request('GET /api/sessions', { signal }),
    staleTime: 0,
  });
}
