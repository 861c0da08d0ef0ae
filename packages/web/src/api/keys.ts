import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';
import type { Rows } from './types.js';

export type KeyScope = 'read' | 'write' | 'admin';

export interface ApiKeyRow {
  id: string;
  name: string;
  prefix: string;
  scopes: KeyScope[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

export const keysKey = ['keys'];

export function useKeys() {
  return useQuery({
    queryKey: keysKey,
    queryFn: ({ signal }) => request<Rows<ApiKeyRow>>('/api/keys', { signal }),
  });
}

/** The key itself is in this answer and nowhere else, ever. */
export function createKey(body: { name: string; scopes: KeyScope[] }): Promise<{ key: string }> {
  return request('/api/keys', { method: 'POST', body });
}

export function deleteKey(id: string): Promise<void> {
  return request(`/api/keys/${id}`, { method: 'DELETE' });
}
