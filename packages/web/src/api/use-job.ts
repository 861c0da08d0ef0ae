import { useEffect, useState } from 'react';
import { followEvents } from './follow-events.js';
import { addressFor } from './request.js';
import type { Job } from './types.js';

/** One go of a job: done again, it is another one. */
export interface JobRun {
  jobId: string;
}

export function isOver({ state }: Job): boolean {
  return state !== 'queued' && state !== 'running';
}

/** The state of a job as it goes on, from its event stream; survives lost connections. */
export function useJob(run: JobRun | null, onEnd: () => void): Job | null {
  const [job, setJob] = useState<Job | null>(null);
  useEffect(() => {
    setJob(null);
    if (run === null) return;
    const abort = new AbortController();
    void followEvents({
      path: () => addressFor('GET /api/jobs/{id}/events', { id: run.jobId }),
      onEvents: (events) => {
        const jobs = events.map((event) => JSON.parse(event.data) as Job);
        const latest = jobs.at(-1);
        if (latest !== undefined) setJob(latest);
        return latest !== undefined && isOver(latest);
      },
      signal: abort.signal,
    })
      .catch(() => undefined)
      .finally(() => {
        if (!abort.signal.aborted) onEnd();
      });
    return () => abort.abort();
    // The end is told once per run, to whoever rendered last.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [run]);
  return job;
}
