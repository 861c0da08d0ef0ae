import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { addressFor, request } from './request.js';
import type { Body } from './request.js';

export type Feedback = Schemas['Feedback'];
export type FeedbackRow = Schemas['FeedbackRow'];
export type FeedbackTrend = Schemas['FeedbackTrend'];
export type ChosenMark = NonNullable<Feedback['verdict']>;
type Change = Body<'PATCH /api/turns/{id}/feedback'>;

const feedbackKey = ['feedback'];
const ofConversation = (id: string) => [...feedbackKey, 'conversation', id];

/** ANS-5: the user's feedback on one answer, and how to change it. Clicks show at once. */
export function useFeedback(conversationId: string, turnId: string) {
  const client = useQueryClient();
  const queryKey = ofConversation(conversationId);
  const said = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request('GET /api/conversations/{id}/feedback', { path: { id: conversationId }, signal }),
    staleTime: 60_000,
    enabled: conversationId !== '',
  });
  const put = (feedback: Feedback | null) =>
    client.setQueryData<typeof said.data>(queryKey, (before) => ({
      cursor: null,
      rows: [
        ...(before?.rows ?? []).filter((row) => row.turnId !== turnId),
        ...(feedback === null ? [] : [feedback]),
      ],
    }));
  const change = useMutation({
    mutationFn: (body: Change) => request('PATCH /api/turns/{id}/feedback', { path: { id: turnId }, body }),
    // Serialised: the last response is the current state.
    scope: { id: `feedback ${turnId}` },
    onMutate: async (body) => {
      await client.cancelQueries({ queryKey });
      const known = client.getQueryData<typeof said.data>(queryKey);
      const before = known?.rows.find((row) => row.turnId === turnId) ?? null;
      put(expected(before ?? { ...nothing, conversationId, turnId }, body));
      return { before, isKnown: known !== undefined };
    },
    onSuccess: ({ feedback }) => put(feedback),
    onError: (_error, _body, kept) => put(kept?.before ?? null),
    onSettled: async (_answer, _error, _body, kept) => {
      await client.invalidateQueries({ queryKey: [...feedbackKey, 'all'] });
      // Clicked before the feedback on the other answers was loaded.
      if (kept?.isKnown === false) await client.invalidateQueries({ queryKey });
    },
  });
  return { feedback: said.data?.rows.find((row) => row.turnId === turnId) ?? null, change };
}

const nothing: Omit<Feedback, 'conversationId' | 'turnId'> = {
  id: '',
  messageId: '',
  verdict: null,
  reasons: [],
  comment: '',
  citations: {},
  isShared: false,
  createdAt: '',
  updatedAt: '',
};

function expected(before: Feedback, change: Change): Feedback {
  const { citations, verdict = before.verdict } = change;
  const marks = { ...before.citations };
  for (const [id, mark] of Object.entries(citations ?? {}))
    if (mark === null) delete marks[id];
    else marks[id] = mark;
  return {
    ...before,
    verdict,
    reasons: change.reasons ?? (verdict === before.verdict ? before.reasons : []),
    comment: verdict === null ? '' : (change.comment ?? before.comment),
    isShared: change.isShared ?? before.isShared,
    citations: marks,
  };
}

export function useFeedbackTrend(whose: 'own' | 'everybody') {
  return useQuery({
    queryKey: [...feedbackKey, 'all', 'trend', whose],
    queryFn: ({ signal }) => request('GET /api/feedback/trend', { query: { whose }, signal }),
    staleTime: 0,
  });
}

/** Newest first: one's own, or what others share with administrators. */
export function useFeedbackList(whose: 'own' | 'shared') {
  return useInfiniteQuery({
    queryKey: [...feedbackKey, 'all', 'list', whose],
    queryFn: ({ pageParam, signal }) =>
      request('GET /api/feedback', { query: { whose, limit: 20, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 0,
  });
}

export function useDeleteFeedback() {
  const client = useQueryClient();
  // Deletes everything if no id is given.
  return async (id: string | null) => {
    if (id === null) await request('DELETE /api/feedback', {});
    else await request('DELETE /api/feedback/{id}', { path: { id } });
    await client.invalidateQueries({ queryKey: feedbackKey });
  };
}

export function saveFeedback(whose: 'own' | 'shared'): void {
  const link = document.createElement('a');
  link.href = addressFor('GET /api/feedback/export', {}, { whose });
  link.download = '';
  link.click();
}
