import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from './request.js';
import type { Conversation, MessageBranch, Rows } from './types.js';

export const conversationsKey = ['conversations'];
export const conversationKey = (id: string) => ['conversation', id];
export const messagesKey = (id: string) => ['messages', id];

export function useConversations(query: string) {
  return useInfiniteQuery({
    queryKey: [...conversationsKey, query],
    queryFn: ({ pageParam, signal }) =>
      request<Rows<Conversation>>('/api/conversations', { query: { query, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    placeholderData: (before) => before,
  });
}

export function useConversation(id: string | null) {
  return useQuery({
    queryKey: conversationKey(id ?? ''),
    queryFn: ({ signal }) => request<Conversation>(`/api/conversations/${id}`, { signal }),
    enabled: id !== null,
  });
}

export function useMessages(id: string, leaf: string | null) {
  return useQuery({
    queryKey: [...messagesKey(id), leaf],
    queryFn: ({ signal }) =>
      request<MessageBranch>(`/api/conversations/${id}/messages`, { query: { leaf }, signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  });
}

export function createConversation(body: { agentId?: string; projectId?: string }): Promise<Conversation> {
  return request<Conversation>('/api/conversations', { method: 'POST', body });
}

export function forkConversation(id: string, messageId: string): Promise<Conversation> {
  return request<Conversation>(`/api/conversations/${id}/fork`, { method: 'POST', body: { messageId } });
}

/** Makes the newest branch under a message the one that is shown. */
export function showBranch(id: string, messageId: string): Promise<Conversation> {
  return request<Conversation>(`/api/conversations/${id}`, { method: 'PATCH', body: { leafId: messageId } });
}

export function useRenameConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      request<Conversation>(`/api/conversations/${id}`, { method: 'PATCH', body: { title } }),
    onSuccess: async (_, { id }) => {
      await client.invalidateQueries({ queryKey: conversationsKey });
      await client.invalidateQueries({ queryKey: conversationKey(id) });
    },
  });
}

export function useDeleteConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<void>(`/api/conversations/${id}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: conversationsKey }),
  });
}
