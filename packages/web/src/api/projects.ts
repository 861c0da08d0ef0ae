import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';
import type { FileRow, Rows, Sharing } from './types.js';

export interface Project {
  id: string;
  name: string;
  description: string;
  instructions: string;
  knowledgeBaseId: string | null;
  sharing: Sharing;
  isOwner: boolean;
  files: (FileRow & { itemId: string | null })[];
  updatedAt: string;
}

export const projectsKey = ['projects'];

export function useProjects() {
  return useQuery({
    queryKey: projectsKey,
    queryFn: ({ signal }) => request<Rows<Project>>('/api/projects', { signal }),
  });
}

export function useProject(id: string) {
  return useQuery({
    queryKey: [...projectsKey, id],
    queryFn: ({ signal }) => request<Project>(`/api/projects/${id}`, { signal }),
    // Files are read and counted after the upload; their state changes by itself until then.
    refetchInterval: ({ state }) =>
      state.data?.files.some((file) => file.state === 'uploaded') ? 1_000 : false,
  });
}

export function createProject(body: { name: string; description: string }): Promise<Project> {
  return request('/api/projects', { method: 'POST', body });
}

export function changeProject(
  id: string,
  body: Partial<Pick<Project, 'name' | 'description' | 'instructions' | 'sharing'>>,
): Promise<Project> {
  return request(`/api/projects/${id}`, { method: 'PATCH', body });
}

export function deleteProject(id: string): Promise<void> {
  return request(`/api/projects/${id}`, { method: 'DELETE' });
}

export async function addProjectFiles(id: string, files: Iterable<File>): Promise<void> {
  for (const file of files) {
    const form = new FormData();
    form.append('file', file, file.name);
    await request(`/api/projects/${id}/files`, { method: 'POST', form });
  }
}

export function deleteProjectFile(id: string, fileId: string): Promise<void> {
  return request(`/api/projects/${id}/files/${fileId}`, { method: 'DELETE' });
}
