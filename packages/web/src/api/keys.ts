import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { request } from './request.js';
import type { Body } from './request.js';

export type ApiKeyRow = Schemas['ApiKey'];
export type KeyScope = NonNullable<Body<'POST /api/keys'>['scopes']>[number];

export const keysKey = ['keys'];

export function useKeys() {
  return useQuery({
    queryKey: keysKey,
    queryFn: ({ signal }) => request('GET /api/keys', { signal }),
  });
}

/** The key itself is only in this response and cannot be read again. */
export function createKey(body: Body<'POST /api/keys'>): Promise<{ key: string }> {
  return request('POST /api/keys', { body });
}

export function deleteKey(id: string): Promise<void> {
  return request('DELETE /api/keys/{id}', { path: { id } });
}
