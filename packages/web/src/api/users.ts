import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';
import { useSession } from './session.js';
import type { Rows } from './types.js';

export interface UserRow {
  id: string;
  name: string;
  role: 'administrator' | 'member';
  groups: string[];
  disabled: boolean;
  createdAt: string;
}

export const usersKey = ['users'];

export function useIsAdministrator(): boolean {
  return useSession().data?.user?.role === 'administrator';
}

/** Users are listed for administrators only; for everyone else this stays empty. */
export function useUsers() {
  const allowed = useIsAdministrator();
  return useQuery({
    queryKey: usersKey,
    queryFn: ({ signal }) => request<Rows<UserRow>>('/api/users', { signal }),
    enabled: allowed,
  });
}
