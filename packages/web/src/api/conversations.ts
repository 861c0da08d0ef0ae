import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from './request.js';
import type { Body } from './request.js';
import type { Choices } from '../composer/choices.js';
import type { Conversation, Sharing } from './types.js';

export const conversationsKey = ['conversations'];
export const conversationKey = (id: string) => ['conversation', id];
export const messagesKey = (id: string) => ['messages', id];

/** Filters conversations by words, pinned state and project. */
export interface ConversationFilter {
  query?: string;
  pinned?: boolean;
  projectId?: string;
}

export function useConversations({ query = '', pinned, projectId }: ConversationFilter) {
  return useInfiniteQuery({
    queryKey: [...conversationsKey, { query, pinned, projectId }],
    queryFn: ({ pageParam, signal }) =>
      request('GET /api/conversations', {
        query: {
          query,
          projectId,
          cursor: pageParam,
          ...(pinned === undefined ? {} : { pinned: pinned ? 'true' : 'false' }),
        },
        signal,
      }),
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

export function requestFork(id: string, messageId: string): Promise<Conversation> {
  return request('POST /api/conversations/{id}/fork', { path: { id }, body: { messageId } });
}

/** Makes the newest branch below a message the displayed one. */
export function showBranch(id: string, messageId: string): Promise<Conversation> {
  return request('PATCH /api/conversations/{id}', { path: { id }, body: { leafId: messageId } });
}

/** Changes title, project or pin. */
export function useChangeConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Body<'PATCH /api/conversations/{id}'>) =>
      request('PATCH /api/conversations/{id}', { path: { id }, body }),
    onSuccess: async (_, { id }) => {
      await client.invalidateQueries({ queryKey: conversationsKey });
      await client.invalidateQueries({ queryKey: conversationKey(id) });
    },
  });
}

/** Stores the choices of a conversation with an optimistic update, reverted if the server refuses. */
export function useKeepChoices(id: string) {
  const client = useQueryClient();
  const queryKey = conversationKey(id);
  return useMutation({
    mutationFn: (body: Partial<Choices>) => request('PATCH /api/conversations/{id}', { path: { id }, body }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<Conversation>(queryKey, (known) => known && { ...known, ...change });
    },
    onSuccess: (conversation) => client.setQueryData(queryKey, conversation),
    onError: () => client.invalidateQueries({ queryKey }),
    onSettled: (_, __, change) =>
      'projectId' in change ? client.invalidateQueries({ queryKey: conversationsKey }) : undefined,
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
