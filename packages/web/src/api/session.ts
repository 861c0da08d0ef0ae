import { queryOptions, useQuery } from '@tanstack/react-query';
import { request, setCsrfToken } from './request.js';
import type { Session } from './types.js';

export const sessionKey = ['session'];

async function fetchSession(): Promise<Session> {
  const session = await request('GET /api/session', {});
  setCsrfToken(session.csrfToken);
  return session;
}

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: fetchSession,
  staleTime: 5 * 60_000,
});

export function useSession() {
  return useQuery(sessionQuery);
}
