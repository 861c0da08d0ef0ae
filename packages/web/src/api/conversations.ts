import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from './request.js';
import type { Body } from './request.js';
import type { Conversation, Sharing } from './types.js';

export const conversationsKey = ['conversations'];
export const conversationKey = (id: string) => ['conversation', id];
export const messagesKey = (id: string) => ['messages', id];

export function useConversations(query: string) {
  return useInfiniteQuery({
    queryKey: [...conversationsKey, query],
    queryFn: ({ pageParam, signal }) =>
      request('GET /api/conversations', { query: { query, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    placeholderData: (before) => before,
  });
}

export function useConversation(id: string | null) {
  return useQuery({
    queryKey: conversationKey(id ?? ''),
    queryFn: ({ signal }) => request('GET /api/conversations/{id}', { path: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });
}

export function useMessages(id: string, leaf: string | null) {
  return useQuery({
    queryKey: [...messagesKey(id), leaf],
    queryFn: ({ signal }) =>
      request('GET /api/conversations/{id}/messages', { path: { id }, query: { leaf }, signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  });
}

export function createConversation(body: Body<'POST /api/conversations'>): Promise<Conversation> {
  return request('POST /api/conversations', { body });
}

export function forkConversation(id: string, messageId: string): Promise<Conversation> {
  return request('POST /api/conversations/{id}/fork', { path: { id }, body: { messageId } });
}

/** Makes the newest branch under a message the one that is shown. */
export function showBranch(id: string, messageId: string): Promise<Conversation> {
  return request('PATCH /api/conversations/{id}', { path: { id }, body: { leafId: messageId } });
}

export function useRenameConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      request('PATCH /api/conversations/{id}', { path: { id }, body: { title } }),
    onSuccess: async (_, { id }) => {
      await client.invalidateQueries({ queryKey: conversationsKey });
      await client.invalidateQueries({ queryKey: conversationKey(id) });
    },
  });
}

export function useShareConversation(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sharing: Sharing) =>
      request('PATCH /api/conversations/{id}', { path: { id }, body: { sharing } }),
    onSuccess: () => client.invalidateQueries({ queryKey: conversationKey(id) }),
  });
}

export function useDeleteConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('DELETE /api/conversations/{id}', { path: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: conversationsKey }),
  });
}
