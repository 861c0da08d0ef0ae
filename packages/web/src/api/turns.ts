import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';
import type { Answer, Body } from './request.js';
import type { StartedTurn } from './types.js';

export type TurnRequest = Body<'POST /api/conversations/{id}/turns'>;

/** The key ensures that a request repeated after a lost response starts only one turn. */
export function requestTurn(conversationId: string, body: TurnRequest): Promise<StartedTurn> {
  return request('POST /api/conversations/{id}/turns', {
    path: { id: conversationId },
    body,
    headers: { 'idempotency-key': crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` },
  });
}

export function stopTurn(turnId: string): Promise<unknown> {
  return request('POST /api/turns/{id}/stop', { path: { id: turnId } });
}

/** CIT-9: passages that contradict a claim of this turn. */
export function requestClaimsAgainst(
  turnId: string,
  claim: string,
): Promise<Answer<'POST /api/turns/{id}/against'>> {
  return request('POST /api/turns/{id}/against', { path: { id: turnId }, body: { claim } });
}

/** CIT-8: asks the model for small tasks about doubtful claims; its opinions are stored with the answer. */
export function askForOpinion(turnId: string): Promise<Answer<'POST /api/turns/{id}/opinion'>> {
  return request('POST /api/turns/{id}/opinion', { path: { id: turnId } });
}

/** `modelId`: the model chosen since; null: the default. */
export function retryTurn(turnId: string, modelId: string | null | undefined): Promise<StartedTurn> {
  return request('POST /api/turns/{id}/retry', {
    path: { id: turnId },
    query: modelId === undefined ? {} : { modelId: modelId ?? '' },
  });
}

/**
 * `conversationId` null: for a conversation that does not exist yet. `systemPrompt` is tried instead of the stored one.
 */
export function previewContext(
  conversationId: string | null,
  { projectId, ...body }: Body<'POST /api/preview'>,
): Promise<Answer<'POST /api/preview'>> {
  return conversationId === null
    ? request('POST /api/preview', { body: { ...body, projectId } })
    : request('POST /api/conversations/{id}/preview', { path: { id: conversationId }, body });
}

export function useTurn(turnId: string | null, enabled = true) {
  return useQuery({
    queryKey: ['turn', turnId],
    queryFn: ({ signal }) => request('GET /api/turns/{id}', { path: { id: turnId ?? '' }, signal }),
    enabled: enabled && turnId !== null,
  });
}
