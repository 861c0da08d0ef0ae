import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { request } from './request.js';
import { useSession } from './session.js';

export type UserRow = Schemas['User'];

export const usersKey = ['users'];

export function useIsAdministrator(): boolean {
  return useSession().data?.user?.role === 'administrator';
}

/** Only administrators may list users; empty for everyone else. */
export function useUsers() {
  const allowed = useIsAdministrator();
  return useQuery({
    queryKey: usersKey,
    queryFn: ({ signal }) => request('GET /api/users', { signal }),
    enabled: allowed,
  });
}

export type LeftBehind = Schemas['LeftBehind'];

export const leftBehindKey = ['left-behind'];

/** Knowledge bases whose owner was deleted. */
export function useLeftBehind() {
  const allowed = useIsAdministrator();
  return useQuery({
    queryKey: leftBehindKey,
    queryFn: ({ signal }) => request('GET /api/left-behind', { signal }),
    enabled: allowed,
  });
}
