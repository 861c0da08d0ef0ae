import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { request } from './request.js';

export type Budget = Schemas['Budget'];
export type Standing = Schemas['Standing'];

export const budgetKey = ['budget'];

/** ORG-5: refetched whenever a turn begins or ends, and when documents were added. */
export function useBudget(runningTurnId: string | null = null) {
  return useQuery({
    queryKey: [...budgetKey, runningTurnId],
    queryFn: ({ signal }) => request('GET /api/budget', { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useUserBudget(id: string) {
  return useQuery({
    queryKey: [...budgetKey, 'user', id],
    queryFn: ({ signal }) => request('GET /api/users/{id}/budget', { path: { id }, signal }),
    staleTime: 0,
  });
}

export function useSetUserBudget() {
  const client = useQueryClient();
  return async (id: string, body: Budget) => {
    await request('PUT /api/users/{id}/budget', { path: { id }, body });
    await client.invalidateQueries({ queryKey: budgetKey });
  };
}
