import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SearchHit, SearchMode } from '@ibid/retrieval';
import { basesKey } from './library.js';
import type { KnowledgeBaseRow } from './library.js';
import { request } from './request.js';
import type { Sharing } from './types.js';

export interface Job {
  id: string;
  kind: string;
  state: 'queued' | 'running' | 'done' | 'failed';
  progress: {
    phase: string;
    filesDone: number;
    filesTotal: number | null;
    filesFailed: number;
    chunks: number;
    chunksPerSecond: number;
    secondsLeft: number | null;
    current: string | null;
  };
  outcomes: { name: string; outcome: string; itemId: string | null; chunks: number; reason?: string }[];
  error?: string;
}

const path = (id: string) => `/api/knowledge-bases/${id}`;

export function useKnowledgeBase(id: string) {
  return useQuery({
    queryKey: [...basesKey, id],
    queryFn: ({ signal }) => request<KnowledgeBaseRow>(path(id), { signal }),
  });
}

export function createBase(body: { name: string; description: string }): Promise<KnowledgeBaseRow> {
  return request('/api/knowledge-bases', { method: 'POST', body });
}

export function useChangeBase(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name?: string; description?: string; sharing?: Sharing }) =>
      request<KnowledgeBaseRow>(path(id), { method: 'PATCH', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: basesKey }),
  });
}

export function deleteBase(id: string): Promise<void> {
  return request(path(id), { method: 'DELETE' });
}

export function deleteItem(id: string): Promise<void> {
  return request(`/api/items/${id}`, { method: 'DELETE' });
}

export function uploadToBase(id: string, files: Iterable<File>): Promise<{ jobId: string }> {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.webkitRelativePath || file.name);
  return request(`${path(id)}/uploads`, { method: 'POST', form });
}

export function addFolder(id: string, folder: string): Promise<{ jobId: string }> {
  return request(`${path(id)}/folders`, { method: 'POST', body: { path: folder } });
}

export function searchBases(body: {
  query: string;
  mode: SearchMode;
  topK: number;
  knowledgeBaseIds?: string[];
}): Promise<{ rows: SearchHit[] }> {
  return request('/api/search', { method: 'POST', body });
}
