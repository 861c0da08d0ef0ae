import type { Job } from '../api/types.js';

/** One file on its way into a knowledge base, until it is dismissed. */
export interface TrayEntry {
  key: string;
  name: string;
  /** With its folders: what the server knows it by. */
  path: string;
  baseId: string | null;
  state: 'sending' | 'waiting' | 'reading' | 'ready' | 'failed';
  /** From 0 to 1: sent, or read. Null: not known. */
  share: number | null;
  reason: string | null;
  jobId: string | null;
  itemId: string | null;
}

export const isSettled = ({ state }: TrayEntry): boolean => state === 'ready' || state === 'failed';

/** The entries of a job as it tells of them. */
export function withJob(entries: readonly TrayEntry[], job: Job, cancelled: string): TrayEntry[] {
  const over = job.state !== 'queued' && job.state !== 'running';
  return entries.map((entry) => {
    if (entry.jobId !== job.id) return entry;
    const outcome = job.outcomes.find(({ name }) => name === nameOf(entry));
    if (outcome !== undefined && over) {
      const failed = outcome.outcome === 'failed';
      return {
        ...entry,
        state: failed ? 'failed' : 'ready',
        share: null,
        itemId: outcome.itemId,
        reason: outcome.reason ?? outcome.warnings?.[0] ?? null,
      };
    }
    if (over) return { ...entry, state: 'failed', share: null, reason: job.error ?? cancelled };
    const isCurrent = job.state === 'running' && job.progress.current === nameOf(entry);
    return { ...entry, state: isCurrent ? 'reading' : 'waiting', share: job.progress.share };
  });
}

/** After a reload: what was on its way to the server has not arrived. */
export function afterReload(entries: readonly TrayEntry[], lost: string): TrayEntry[] {
  return entries.map((entry) =>
    isSettled(entry) || entry.jobId !== null
      ? entry
      : { ...entry, state: 'failed', share: null, reason: lost },
  );
}

const nameOf = ({ path }: TrayEntry): string => path.split('/').at(-1) ?? path;
