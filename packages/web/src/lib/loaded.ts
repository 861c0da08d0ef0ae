import type { UseQueryResult } from '@tanstack/react-query';

/** What a query holds, now or once it has loaded; its failure is thrown. */
export async function loaded<Data>(query: UseQueryResult<Data>): Promise<Data> {
  if (query.data !== undefined) return query.data;
  const { data, error } = await query.refetch({ cancelRefetch: false });
  if (data === undefined) throw error ?? new Error('The query holds nothing.');
  return data;
}
