import { useEffect, useState } from 'react';
import { jobToShow } from '../api/knowledge.js';
import type { JobRun } from '../api/use-job.js';
import { readStored, writeStored } from '../lib/stored.js';

/**
 * The job that fills a knowledge base. One begun in this browser is kept until its end was shown here, so that a reload
 * continues with it; else it is what the server has under way, wherever it was begun.
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
      // The list of documents, asked for at the same time, tells of problems with the server.
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
