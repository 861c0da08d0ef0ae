import type { UseQueryResult } from '@tanstack/react-query';

/** The data of a query, now or once loaded; throws its error. */
export async function loaded<Data>(query: UseQueryResult<Data>): Promise<Data> {
  if (query.data !== undefined) return query.data;
  const { data, error } = await query.refetch({ cancelRefetch: false });
  if (data === undefined) throw error ?? new Error('The query holds nothing.');
  return data;
}
