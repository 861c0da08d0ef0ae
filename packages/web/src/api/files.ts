import { request } from './request.js';
import type { FileRow } from './types.js';

export function uploadFile(file: File): Promise<FileRow> {
  const form = new FormData();
  form.append('file', file, file.name);
  return request<FileRow>('/api/files', { method: 'POST', form });
}

export function fetchFile(id: string, signal?: AbortSignal): Promise<FileRow> {
  return request<FileRow>(`/api/files/${id}`, signal === undefined ? {} : { signal });
}
