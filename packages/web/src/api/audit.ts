import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { addressFor, request } from './request.js';

export type AuditLine = Schemas['AuditLine'];
export type AuditCheck = Schemas['AuditCheck'];

export interface AuditFields {
  action: string;
  actorId: string;
  outcome: '' | AuditLine['outcome'];
  /** Days from a date field, both inclusive. */
  from: string;
  to: string;
}

/** Empty fields do not filter. Days are in the user's time zone, not the server's. */
function queryOf({ action, actorId, outcome, from, to }: AuditFields) {
  return {
    action: action || null,
    actorId: actorId || null,
    outcome: outcome || null,
    from: from === '' ? null : new Date(`${from}T00:00:00`).toISOString(),
    to: to === '' ? null : new Date(new Date(`${to}T00:00:00`).getTime() + 24 * 60 * 60_000).toISOString(),
  };
}

export function useAuditLines(filter: AuditFields) {
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      request('GET /api/audit', { query: { ...queryOf(filter), cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    placeholderData: keepPreviousData,
    // Must include what was done a moment ago on another page.
    staleTime: 0,
  });
}

export function auditFileAddress(filter: AuditFields, format: 'csv' | 'jsonl'): string {
  return addressFor('GET /api/audit/export', {}, { ...queryOf(filter), format });
}

export function verifyAudit(): Promise<AuditCheck> {
  return request('POST /api/audit/verify', { body: {} });
}
