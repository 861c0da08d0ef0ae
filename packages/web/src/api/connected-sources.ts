import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Body } from '@ibid/client/internal';
import type { Schemas } from '@ibid/client';
import { basesKey } from './library.js';
import { request } from './request.js';

export type ConnectedSource = Schemas['ConnectedSource'];
export type SourceKind = Schemas['SourceKind'];
export type NewSource = Body<'POST /api/sources'>;
export type SourceChange = Body<'PATCH /api/sources/{id}'>;

const sourcesKey = (baseId: string) => ['connected-sources', baseId];
const lookWhileSyncing = 1_500;
const lookOtherwise = 30_000;

/** Sources that a knowledge base is synced with; polled, since their state changes. */
export function useConnectedSources(baseId: string) {
  return useQuery({
    queryKey: sourcesKey(baseId),
    queryFn: ({ signal }) => request('GET /api/sources', { query: { knowledgeBaseId: baseId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.rows.some((source) => source.state === 'syncing') ? lookWhileSyncing : lookOtherwise,
  });
}

export function useSourceKinds() {
  return useQuery({
    queryKey: ['source-kinds'],
    queryFn: ({ signal }) => request('GET /api/source-kinds', { signal }),
    staleTime: Infinity,
  });
}

export function useSourceLog(id: string) {
  return useQuery({
    queryKey: ['source-log', id],
    queryFn: ({ signal }) => request('GET /api/sources/{id}/log', { path: { id }, signal }),
    refetchInterval: lookOtherwise,
    staleTime: 0,
  });
}

export function useSourceChanges(baseId: string) {
  const client = useQueryClient();
  const onSuccess = async () => {
    await client.invalidateQueries({ queryKey: sourcesKey(baseId) });
    await client.invalidateQueries({ queryKey: basesKey });
    await client.invalidateQueries({ queryKey: ['items', baseId] });
  };
  const add = useMutation({
    mutationFn: (body: NewSource) => request('POST /api/sources', { body }),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: ({ id, body }: { id: string; body: SourceChange }) =>
      request('PATCH /api/sources/{id}', { path: { id }, body }),
    onSuccess,
  });
  const sync = useMutation({
    mutationFn: ({ id, ...query }: { id: string; failed?: 'retry'; missing?: 'delete' }) =>
      request('POST /api/sources/{id}/sync', { path: { id }, query }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: ({ id, items }: { id: string; items: 'delete' | 'keep' }) =>
      request('DELETE /api/sources/{id}', { path: { id }, query: { items } }),
    onSuccess,
  });
  return { add, change, sync, remove };
}
