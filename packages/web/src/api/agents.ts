import { useQuery } from '@tanstack/react-query';
import { agentsKey } from './library.js';
import { request } from './request.js';
import type { Agent } from './types.js';

export type AgentFields = Partial<Omit<Agent, 'id' | 'isOwner'>>;

export function useAgent(id: string) {
  return useQuery({
    queryKey: [...agentsKey, id],
    queryFn: ({ signal }) => request<Agent>(`/api/agents/${id}`, { signal }),
  });
}

export function createAgent(body: AgentFields & { name: string }): Promise<Agent> {
  return request('/api/agents', { method: 'POST', body });
}

export function changeAgent(id: string, body: AgentFields): Promise<Agent> {
  return request(`/api/agents/${id}`, { method: 'PATCH', body });
}

export function deleteAgent(id: string): Promise<void> {
  return request(`/api/agents/${id}`, { method: 'DELETE' });
}
