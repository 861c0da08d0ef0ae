import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';
import type { Answer, Body } from './request.js';

export type ConversationLinks = Answer<'GET /api/conversations/{id}/links'>;
export type SharedConversation = Answer<'POST /api/shared'>;

export const linksKey = (conversationId: string) => ['links', conversationId];

export function useLinks(conversationId: string) {
  return useQuery({
    queryKey: linksKey(conversationId),
    queryFn: ({ signal }) =>
      request('GET /api/conversations/{id}/links', { path: { id: conversationId }, signal }),
    // Shows who has access now; a link may have been created on another device a moment ago.
    staleTime: 0,
  });
}

/** The address is only in this response and cannot be read again. */
export async function createLink(
  conversationId: string,
  body: Body<'POST /api/conversations/{id}/links'>,
): Promise<string> {
  const { token } = await request('POST /api/conversations/{id}/links', {
    path: { id: conversationId },
    body,
  });
  return `${window.location.origin}/shared#${token}`;
}

export function revokeLink(conversationId: string, linkId: string): Promise<void> {
  return request('DELETE /api/conversations/{id}/links/{linkId}', { path: { id: conversationId, linkId } });
}

/** What a link opens, for anyone. */
export function useShared(token: string) {
  return useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => request('POST /api/shared', { body: { token }, signal }),
    retry: false,
  });
}
