import { useQuery } from '@tanstack/react-query';
import type { Answer } from './request.js';
import { request } from './request.js';
import { useIsAdministrator } from './users.js';

export type SearchModels = Answer<'GET /api/search-models'>;

/** MOD-5: search models, polled while something about them changes. Empty for users who may not set them. */
export function useSearchModels() {
  const administrator = useIsAdministrator();
  return useQuery({
    queryKey: ['search-models'],
    queryFn: ({ signal }) => request('GET /api/search-models', { signal }),
    enabled: administrator,
    // The proposal depends on the documents, which may just have been added.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isChanging(state.data) ? 1_000 : false),
  });
}

function isChanging({ embedding, reranking }: SearchModels): boolean {
  const phases = [embedding.phase, reranking.phase];
  return phases.some((phase) => phase === 'fetching' || phase === 'loading') || isEmbedding(embedding);
}

export function isEmbedding({ inUse, embedded, chunks }: SearchModels['embedding']): boolean {
  return inUse !== null && embedded < chunks;
}
