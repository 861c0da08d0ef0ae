import { useQuery } from '@tanstack/react-query';
import type { DescriptorMetadata } from '@ibid/core';
import { addressOf, request } from './request.js';

export interface DescriptorPage {
  content: string;
  page: number;
  pages: number;
}

export interface DescriptorMatch {
  line: number;
  text: string;
}

export interface WorkspaceFile {
  path: string;
  bytes: number;
}

const base = (conversationId: string) => `/api/conversations/${conversationId}/descriptors`;
const one = (conversationId: string, name: string) => `${base(conversationId)}/${encodeURIComponent(name)}`;

export function useDescriptors(conversationId: string, leaf: string | null) {
  return useQuery({
    queryKey: ['descriptors', conversationId, leaf],
    queryFn: ({ signal }) =>
      request<{ rows: DescriptorMetadata[] }>(base(conversationId), { query: { leaf }, signal }),
  });
}

export function useWorkspaceFiles(conversationId: string) {
  return useQuery({
    queryKey: ['descriptors', conversationId, 'files'],
    queryFn: ({ signal }) =>
      request<{ rows: WorkspaceFile[] }>(`/api/conversations/${conversationId}/files`, { signal }),
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
      request<DescriptorPage>(one(conversationId, name), { query: { page, version, leaf }, signal }),
    placeholderData: (before) => before,
  });
}

export function useDescriptorVersions({ conversationId, name, leaf }: DescriptorAddress) {
  return useQuery({
    queryKey: ['descriptors', conversationId, 'versions', name, leaf],
    queryFn: ({ signal }) =>
      request<{ rows: DescriptorMetadata[] }>(`${one(conversationId, name)}/versions`, {
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
      request<{ rows: DescriptorMatch[] }>(`${one(conversationId, name)}/search`, {
        query: { pattern, leaf },
        signal,
      }),
    enabled: pattern !== '',
    placeholderData: (before) => before,
  });
}

export function downloadAddress(address: DescriptorAddress, version: number | null): string {
  return addressOf(`${one(address.conversationId, address.name)}/download`, { version, leaf: address.leaf });
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
