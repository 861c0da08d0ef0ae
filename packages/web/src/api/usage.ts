import { useQuery } from '@tanstack/react-query';
import { request } from './request.js';

export interface UsageTotal {
  key: string;
  entries: number;
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  reasoningTokens: number;
  costUsd: number;
}

export function useUsage(groupBy: 'day' | 'model' | 'user', all: boolean) {
  return useQuery({
    queryKey: ['usage', groupBy, all],
    queryFn: ({ signal }) =>
      request<{ rows: UsageTotal[] }>('/api/usage', {
        query: { groupBy, ...(all ? { all: 'true' } : {}) },
        signal,
      }),
  });
}
