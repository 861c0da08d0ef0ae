import { useQuery } from '@tanstack/react-query';
import { messageOf } from './api-error.js';
import { request } from './request.js';
import type { Body } from './request.js';
import type { Project } from './types.js';

export type { Project };

export const projectsKey = ['projects'];

export function useProjects() {
  return useQuery({
    queryKey: projectsKey,
    queryFn: ({ signal }) => request('GET /api/projects', { signal }),
  });
}

export function useProject(id: string) {
  return useQuery({
    queryKey: [...projectsKey, id],
    queryFn: ({ signal }) => request('GET /api/projects/{id}', { path: { id }, signal }),
    // Files are read and counted after the upload; poll until then.
    refetchInterval: ({ state }) =>
      state.data?.files.some((file) => file.state === 'uploaded') ? 1_000 : false,
  });
}

export function createProject(body: Body<'POST /api/projects'>): Promise<Project> {
  return request('POST /api/projects', { body });
}

export function changeProject(id: string, body: Body<'PATCH /api/projects/{id}'>): Promise<Project> {
  return request('PATCH /api/projects/{id}', { path: { id }, body });
}

export function deleteProject(id: string): Promise<void> {
  return request('DELETE /api/projects/{id}', { path: { id } });
}

/** One by one, so a file that is refused does not keep out the others. Returns the refused ones with their reasons. */
export async function addProjectFiles(
  id: string,
  files: Iterable<File>,
): Promise<{ name: string; reason: string }[]> {
  const refused: { name: string; reason: string }[] = [];
  for (const file of files) {
    const body = new FormData();
    body.append('file', file, file.name);
    await request('POST /api/projects/{id}/files', { path: { id }, body }).catch((error: unknown) =>
      refused.push({ name: file.name, reason: messageOf(error) }),
    );
  }
  return refused;
}

export function deleteProjectFile(id: string, fileId: string): Promise<void> {
  return request('DELETE /api/projects/{id}/files/{fileId}', { path: { id, fileId } });
}
