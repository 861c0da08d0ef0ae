import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Route } from '@ibid/client/internal';
import type { Schemas } from '@ibid/client';
import { addressFor, request } from './request.js';
import type { Body } from './request.js';
import { isUnderWay } from './use-job.js';

export type EvidenceTableState = Schemas['EvidenceTableState'];
export type EvidenceColumn = Schemas['EvidenceColumn'];
export type EvidenceRow = Schemas['EvidenceRow'];
export type EvidenceCell = Schemas['EvidenceCell'];
export type NewEvidenceColumn = Schemas['NewEvidenceColumn'];
export type RowChoice = Schemas['RowChoice'];

export const tablesKey = ['tables'];
export const ROWS_PER_PAGE = 50;
const LOOK_MILLISECONDS = 1_000;

export interface RowsQuery {
  offset: number;
  sort: string | null;
  verdict: string | null;
  column: string | null;
}

export function useTables() {
  return useQuery({
    queryKey: tablesKey,
    queryFn: ({ signal }) => request('GET /api/tables', { signal }),
    refetchOnMount: 'always',
  });
}

/** Polled while cells are being computed. */
export function useTable(id: string) {
  return useQuery({
    queryKey: [...tablesKey, id],
    queryFn: ({ signal }) => request('GET /api/tables/{id}', { path: { id }, signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isUnderWay(state.data?.job) ? LOOK_MILLISECONDS : false),
  });
}

export function useTableRows(id: string, query: RowsQuery, running: boolean) {
  type Query = NonNullable<Parameters<typeof request<'GET /api/tables/{id}/rows'>>[1]['query']>;
  return useQuery({
    queryKey: [...tablesKey, id, 'rows', query],
    queryFn: ({ signal }) =>
      request('GET /api/tables/{id}/rows', {
        path: { id },
        query: { ...query, limit: ROWS_PER_PAGE } as Query,
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: running ? LOOK_MILLISECONDS : false,
  });
}

export function createTable(body: Body<'POST /api/tables'>): Promise<EvidenceTableState> {
  return request('POST /api/tables', { body });
}

export function changeTable(id: string, body: Body<'PATCH /api/tables/{id}'>): Promise<EvidenceTableState> {
  return request('PATCH /api/tables/{id}', { path: { id }, body });
}

export function deleteTable(id: string): Promise<void> {
  return request('DELETE /api/tables/{id}', { path: { id } });
}

/** Actions that need only the table. */
export function tableAction(action: 'run' | 'stop', id: string): Promise<unknown> {
  const route: Route = action === 'run' ? 'POST /api/tables/{id}/run' : 'POST /api/tables/{id}/stop';
  return request(route, { path: { id } });
}

export function addColumn(id: string, body: NewEvidenceColumn): Promise<EvidenceTableState> {
  return request('POST /api/tables/{id}/columns', { path: { id }, body });
}

export function removeColumn(id: string, columnId: string): Promise<void> {
  return request('DELETE /api/tables/{id}/columns/{columnId}', { path: { id, columnId } });
}

export function addRows(id: string, body: RowChoice): Promise<EvidenceTableState> {
  return request('POST /api/tables/{id}/rows', { path: { id }, body });
}

export function removeRow(id: string, rowId: string): Promise<void> {
  return request('DELETE /api/tables/{id}/rows/{rowId}', { path: { id, rowId } });
}

export interface CellPlace {
  id: string;
  rowId: string;
  columnId: string;
}

export function saveCell(
  path: CellPlace,
  body: { value: string | null; version: number },
): Promise<EvidenceCell> {
  return request('PUT /api/tables/{id}/cells/{rowId}/{columnId}', { path: { ...path }, body });
}

export function useCellEdits(path: CellPlace) {
  return useQuery({
    queryKey: [...tablesKey, path.id, 'edits', path.rowId, path.columnId],
    queryFn: ({ signal }) =>
      request('GET /api/tables/{id}/cells/{rowId}/{columnId}/edits', { path: { ...path }, signal }),
    refetchOnMount: 'always',
  });
}

export function exportAddress(id: string, format: 'xlsx' | 'csv' | 'md'): string {
  return addressFor('GET /api/tables/{id}/export', { id }, { format });
}
