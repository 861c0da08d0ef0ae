import { useQuery } from '@tanstack/react-query';
import { addressFor, request } from './request.js';

export function useDescriptors(conversationId: string, leaf: string | null) {
  return useQuery({
    queryKey: ['descriptors', conversationId, leaf],
    queryFn: ({ signal }) =>
      request('GET /api/conversations/{id}/descriptors', {
        path: { id: conversationId },
        query: { leaf },
        signal,
      }),
  });
}

export function useWorkspaceFiles(conversationId: string) {
  return useQuery({
    queryKey: ['descriptors', conversationId, 'files'],
    queryFn: ({ signal }) =>
      request('GET /api/conversations/{id}/files', { path: { id: conversationId }, signal }),
  });
}

export interface DescriptorAddress {
  conversationId: string;
  name: string;
  leaf: string | null;
}

export function useDescriptorPage(address: DescriptorAddress, page: number, version: number | null) {
  const { conversationId, name, leaf } = address;
  return useQuery({
    queryKey: ['descriptors', conversationId, 'page', name, leaf, page, version],
    queryFn: ({ signal }) =>
      request('GET /api/conversations/{id}/descriptors/{name}', {
        path: { id: conversationId, name },
        query: { page, version, leaf },
        signal,
      }),
    placeholderData: (before) => before,
  });
}

export function useDescriptorVersions({ conversationId, name, leaf }: DescriptorAddress) {
  return useQuery({
    queryKey: ['descriptors', conversationId, 'versions', name, leaf],
    queryFn: ({ signal }) =>
      request('GET /api/conversations/{id}/descriptors/{name}/versions', {
        path: { id: conversationId, name },
        query: { leaf },
        signal,
      }),
  });
}

export function useDescriptorSearch(address: DescriptorAddress, pattern: string) {
  const { conversationId, name, leaf } = address;
  return useQuery({
    queryKey: ['descriptors', conversationId, 'search', name, leaf, pattern],
    queryFn: ({ signal }) =>
      request('GET /api/conversations/{id}/descriptors/{name}/search', {
        path: { id: conversationId, name },
        query: { pattern, leaf },
        signal,
      }),
    enabled: pattern !== '',
    placeholderData: (before) => before,
  });
}

export function downloadAddress(address: DescriptorAddress, version: number | null): string {
  const { conversationId: id, name, leaf } = address;
  return addressFor(
    'GET /api/conversations/{id}/descriptors/{name}/download',
    { id, name },
    { version, leaf },
  );
}

export function fileAddress(conversationId: string, path: string): string {
  return `/api/conversations/${conversationId}/files/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The whole text of one version, for copying and comparing. */
export async function fetchWhole(address: DescriptorAddress, version: number | null): Promise<string> {
  const response = await fetch(downloadAddress(address, version), { credentials: 'same-origin' });
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
}
