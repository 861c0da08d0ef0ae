import { useQuery } from '@tanstack/react-query';
import { agentsKey } from './library.js';
import { request } from './request.js';
import type { Body } from './request.js';
import type { Agent } from './types.js';

export type AgentFields = Body<'PATCH /api/agents/{id}'>;

export function useAgent(id: string) {
  return useQuery({
    queryKey: [...agentsKey, id],
    queryFn: ({ signal }) => request('GET /api/agents/{id}', { path: { id }, signal }),
  });
}

export function createAgent(body: Body<'POST /api/agents'>): Promise<Agent> {
  return request('POST /api/agents', { body });
}

export function changeAgent(id: string, body: AgentFields): Promise<Agent> {
  return request('PATCH /api/agents/{id}', { path: { id }, body });
}

export function deleteAgent(id: string): Promise<void> {
  return request('DELETE /api/agents/{id}', { path: { id } });
}
