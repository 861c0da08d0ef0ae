import { useEffect, useState } from 'react';
import { client } from './request.js';
import type { Job } from './types.js';

/** One run of a job; a retry is another run. */
export interface JobRun {
  jobId: string;
}

/** Queued or running. */
export function isUnderWay(job: Pick<Job, 'state'> | null | undefined): boolean {
  return job?.state === 'queued' || job?.state === 'running';
}

/** The states of a job as it runs. While the page is open, it keeps reconnecting to a lost server. */
export function jobEvents(jobId: string, signal?: AbortSignal): AsyncGenerator<Job> {
  return client.job(jobId, { attempts: Infinity, signal });
}

/** The state of a job as it runs, from its event stream; survives lost connections. */
export function useJob(run: JobRun | null, onEnd: () => void): Job | null {
  const [job, setJob] = useState<Job | null>(null);
  useEffect(() => {
    setJob(null);
    if (run === null) return;
    const abort = new AbortController();
    const follow = async () => {
      for await (const state of jobEvents(run.jobId, abort.signal)) setJob(state);
    };
    void follow()
      .catch(() => undefined)
      .finally(() => {
        if (!abort.signal.aborted) onEnd();
      });
    return () => abort.abort();
    // The end is reported once per run, to the latest callback.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [run]);
  return job;
}
