import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { basesKey } from './library.js';
import { request } from './request.js';
import type { Answer, Body } from './request.js';
import type { KnowledgeBaseRow } from './types.js';
import { isUnderWay } from './use-job.js';

export type { Job } from './types.js';

export function useKnowledgeBase(id: string) {
  return useQuery({
    queryKey: [...basesKey, id],
    queryFn: ({ signal }) => request('GET /api/knowledge-bases/{id}', { path: { id }, signal }),
  });
}

export function createBase(body: Body<'POST /api/knowledge-bases'>): Promise<KnowledgeBaseRow> {
  return request('POST /api/knowledge-bases', { body });
}

export function useChangeBase(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'PATCH /api/knowledge-bases/{id}'>) =>
      request('PATCH /api/knowledge-bases/{id}', { path: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: basesKey }),
  });
}

export function deleteBase(id: string): Promise<void> {
  return request('DELETE /api/knowledge-bases/{id}', { path: { id } });
}

export function deleteItem(id: string): Promise<void> {
  return request('DELETE /api/items/{id}', { path: { id } });
}

export function uploadToBase(
  id: string,
  files: Iterable<{ file: File; path: string }>,
  onProgress: (share: number) => void,
): Promise<Answer<'POST /api/knowledge-bases/{id}/uploads'>> {
  const body = new FormData();
  for (const { file, path } of files) body.append('files', file, path);
  return request('POST /api/knowledge-bases/{id}/uploads', { path: { id }, body, onProgress });
}

export function addFolder(
  id: string,
  body: Body<'POST /api/knowledge-bases/{id}/folders'>,
): Promise<{ jobId: string }> {
  return request('POST /api/knowledge-bases/{id}/folders', { path: { id }, body });
}

export function searchBases(body: Body<'POST /api/search'>): Promise<Answer<'POST /api/search'>> {
  return request('POST /api/search', { body });
}

/**
 * The job filling a knowledge base, from any of the user's browsers; the newest of several. Without one, the last job
 * if it failed, since nobody may have seen that.
 */
export async function jobToShow(baseId: string, signal: AbortSignal): Promise<string | null> {
  const { rows } = await request('GET /api/jobs', { query: { knowledgeBaseId: baseId }, signal });
  const running = rows.find(isUnderWay);
  const [last] = rows;
  return (running ?? (last?.state === 'failed' ? last : null))?.id ?? null;
}

export function cancelJob(id: string): Promise<Answer<'POST /api/jobs/{id}/cancel'>> {
  return request('POST /api/jobs/{id}/cancel', { path: { id } });
}

export function retryJob(id: string): Promise<{ jobId: string }> {
  return request('POST /api/jobs/{id}/retry', { path: { id } });
}
