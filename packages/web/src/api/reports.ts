import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { addressFor, request } from './request.js';
import type { Body } from './request.js';
import { isUnderWay } from './use-job.js';

export type Report = Schemas['Report'];
export type ShownSection = Report['sections'][number];
export type ReportFormat = 'footnotes' | 'html' | 'docx' | 'bibtex' | 'csl';

const reportsKey = ['reports'];
const LOOK_MILLISECONDS = 700;

const isBusy = ({ job }: Pick<Report, 'job'>): boolean => isUnderWay(job);

export function useReports() {
  return useQuery({
    queryKey: reportsKey,
    queryFn: ({ signal }) => request('GET /api/reports', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.rows.some(isBusy) ? 2 * LOOK_MILLISECONDS : false),
  });
}

/** Polled while it is written. */
export function useReport(id: string) {
  return useQuery({
    queryKey: [...reportsKey, id],
    queryFn: ({ signal }) => request('GET /api/reports/{id}', { path: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? LOOK_MILLISECONDS : false),
  });
}

export function useReportChanges() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: reportsKey });
  const plan = useMutation({
    mutationFn: (body: Body<'POST /api/reports'>) => request('POST /api/reports', { body }),
    onSuccess,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: Body<'PATCH /api/reports/{id}'> & { id: string }) =>
      request('PATCH /api/reports/{id}', { path: { id }, body }),
    onSuccess,
  });
  const run = useMutation({
    mutationFn: (id: string) => request('POST /api/reports/{id}/run', { path: { id } }),
    onSuccess,
  });
  const stop = useMutation({
    mutationFn: (id: string) => request('POST /api/reports/{id}/stop', { path: { id } }),
    onSuccess,
  });
  return { plan, change, run, stop };
}

export function useDeleteReport() {
  const client = useQueryClient();
  return async (id: string) => {
    await request('DELETE /api/reports/{id}', { path: { id } });
    client.removeQueries({ queryKey: [...reportsKey, id] });
    await client.invalidateQueries({ queryKey: reportsKey });
  };
}

/** Saves a report as a file. */
export function saveReport(id: string, format: ReportFormat): void {
  const link = document.createElement('a');
  link.href = addressFor('GET /api/reports/{id}/export', { id }, { format });
  link.download = '';
  link.click();
}
