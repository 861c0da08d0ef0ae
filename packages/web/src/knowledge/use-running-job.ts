import { useEffect, useState } from 'react';
import { jobToShow } from '../api/knowledge.js';
import type { JobRun } from '../api/use-job.js';
import { readStored, writeStored } from '../lib/stored.js';

/**
 * The job that fills a knowledge base. One started in this browser is remembered until its end was shown, so a reload
 * continues with it; otherwise the server's running job, wherever it was started.
 */
export function useRunningJob(
  baseId: string,
): [run: JobRun | null, changes: { begin: (started: JobRun) => void; end: () => void }] {
  const key = `job:${baseId}`;
  const [run, setRun] = useState<JobRun | null>(() => {
    const jobId = readStored(key);
    return jobId === null ? null : { jobId };
  });
  useEffect(() => {
    const abort = new AbortController();
    jobToShow(baseId, abort.signal).then(
      (jobId) => setRun((known) => known ?? (jobId === null ? null : { jobId })),
      // The list of documents, requested at the same time, reports server problems.
      () => undefined,
    );
    return () => abort.abort();
  }, [baseId]);
  return [
    run,
    {
      begin: ({ jobId }) => {
        writeStored(key, jobId);
        setRun({ jobId });
      },
      end: () => writeStored(key, null),
    },
  ];
}
