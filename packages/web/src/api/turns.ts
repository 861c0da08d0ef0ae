import { useQuery } from '@tanstack/react-query';
import type { ContextReport } from '@ibid/core';
import { request } from './request.js';
import type { StartedTurn, TurnDetails } from './types.js';

export interface TurnRequest {
  text: string;
  parentMessageId: string | null;
  fileIds?: string[];
  agentId?: string;
  modelId?: string;
  scope?: string[];
  regenerateOf?: string;
}

/** The key makes a send that was repeated after a lost answer start one turn, not two. */
export function startTurn(conversationId: string, body: TurnRequest): Promise<StartedTurn> {
  return request<StartedTurn>(`/api/conversations/${conversationId}/turns`, {
    method: 'POST',
    body,
    headers: { 'idempotency-key': crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` },
  });
}

export function stopTurn(turnId: string): Promise<unknown> {
  return request(`/api/turns/${turnId}/stop`, { method: 'POST' });
}

export function retryTurn(turnId: string): Promise<StartedTurn> {
  return request<StartedTurn>(`/api/turns/${turnId}/retry`, { method: 'POST' });
}

/** `systemPrompt`: tried in place of the stored one. */
export function previewContext(
  conversationId: string,
  body: TurnRequest & { systemPrompt?: string },
): Promise<{ report: ContextReport }> {
  return request(`/api/conversations/${conversationId}/preview`, { method: 'POST', body });
}

export function useTurn(turnId: string | null, enabled = true) {
  return useQuery({
    queryKey: ['turn', turnId],
    queryFn: ({ signal }) => request<TurnDetails>(`/api/turns/${turnId}`, { signal }),
    enabled: enabled && turnId !== null,
  });
}
