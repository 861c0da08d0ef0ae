import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { request } from './request.js';
import type { Body } from './request.js';
import { isUnderWay } from './use-job.js';

export type Contradictions = Schemas['Contradictions'];
export type Contradiction = Schemas['Contradiction'];

const contradictionsKey = ['contradictions'];
const LOOK_MILLISECONDS = 700;

/** Past searches, newest first. */
export function useContradictionList() {
  return useQuery({
    queryKey: contradictionsKey,
    queryFn: ({ signal }) => request('GET /api/contradictions', { signal }),
  });
}

/** Polled while it runs. */
export function useContradictions(id: string | null) {
  return useQuery({
    queryKey: [...contradictionsKey, id],
    queryFn: ({ signal }) => request('GET /api/contradictions/{id}', { path: { id: id ?? '' }, signal }),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.job) ? LOOK_MILLISECONDS : false),
  });
}

export function useContradictionChanges() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: contradictionsKey });
  const start = useMutation({
    mutationFn: (body: Body<'POST /api/contradictions'>) => request('POST /api/contradictions', { body }),
    onSuccess,
  });
  const run = useMutation({
    mutationFn: (id: string) => request('POST /api/contradictions/{id}/run', { path: { id } }),
    onSuccess,
  });
  const stop = useMutation({
    mutationFn: (id: string) => request('POST /api/contradictions/{id}/stop', { path: { id } }),
    onSuccess,
  });
  const forget = useMutation({
    mutationFn: (id: string) => request('DELETE /api/contradictions/{id}', { path: { id } }),
    onSuccess,
  });
  return { start, run, stop, forget };
}
