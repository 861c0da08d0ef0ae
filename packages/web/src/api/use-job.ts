import { useEffect, useState } from 'react';
import { client } from './request.js';
import type { Job } from './types.js';

/** One go of a job: done again, it is another one. */
export interface JobRun {
  jobId: string;
}

/** Waiting for its turn, or running. */
export function isUnderWay(job: Pick<Job, 'state'> | null | undefined): boolean {
  return job?.state === 'queued' || job?.state === 'running';
}

/** The states of a job as it continues; the page waits for a lost server as long as it is open. */
export function jobEvents(jobId: string, signal?: AbortSignal): AsyncGenerator<Job> {
  return client.job(jobId, { attempts: Infinity, signal });
}

/** The state of a job as it continues, from its event stream; survives lost connections. */
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
    // The end is told once per run, to whoever rendered last.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [run]);
  return job;
}
