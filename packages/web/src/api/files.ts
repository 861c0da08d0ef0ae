import { ApiError } from './api-error.js';
import { request } from './request.js';
import type { FileRow } from './types.js';

export async function uploadFile(
  file: File,
  options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<FileRow> {
  const body = new FormData();
  body.append('file', file, file.name);
  const { rows } = await request('POST /api/files', { body, ...options });
  const [uploaded] = rows;
  if (uploaded === undefined) throw new ApiError({ code: 'empty_answer', status: 0, message: file.name });
  return uploaded;
}

export function fetchFile(id: string, signal?: AbortSignal): Promise<FileRow> {
  return request('GET /api/files/{id}', { path: { id }, signal });
}

/** Makes a file from an item, counted at once; refused if it is too large to attach. */
export function requestAttachment(itemId: string): Promise<FileRow> {
  return request('POST /api/items/{id}/attachment', { path: { id: itemId } });
}
