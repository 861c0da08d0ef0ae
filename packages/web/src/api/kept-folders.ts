import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { basesKey } from './library.js';
import { request } from './request.js';
import { isUnderWay } from './use-job.js';

export type KeptFolder = Schemas['KeptFolder'];

const keptFoldersKey = (baseId: string) => ['kept-folders', baseId];
const lookWhileRunning = 1_500;
const lookOtherwise = 30_000;

export const isReading = ({ job }: KeptFolder): boolean => isUnderWay(job);

/** Folders that a knowledge base is synced with; polled, since their state changes. */
export function useKeptFolders(baseId: string) {
  return useQuery({
    queryKey: keptFoldersKey(baseId),
    queryFn: ({ signal }) =>
      request('GET /api/knowledge-bases/{id}/folders', { path: { id: baseId }, signal }),
    refetchInterval: ({ state }) => (state.data?.rows.some(isReading) ? lookWhileRunning : lookOtherwise),
  });
}

export function useFolderChanges(baseId: string) {
  const client = useQueryClient();
  const onSuccess = async () => {
    await client.invalidateQueries({ queryKey: keptFoldersKey(baseId) });
    await client.invalidateQueries({ queryKey: basesKey });
  };
  const sync = useMutation({
    mutationFn: (folderId: string) =>
      request('POST /api/knowledge-bases/{id}/folders/{folderId}/sync', { path: { id: baseId, folderId } }),
    onSuccess,
  });
  const forget = useMutation({
    mutationFn: (folderId: string) =>
      request('DELETE /api/knowledge-bases/{id}/folders/{folderId}', { path: { id: baseId, folderId } }),
    onSuccess,
  });
  return { sync, forget, refresh: onSuccess };
}
