import { useState } from 'react';
import { readStored, writeStored } from '../lib/stored.js';

/** The job that fills a knowledge base. Kept in this browser until it is over, so that a reload goes on showing it. */
export function useRunningJob(
  baseId: string,
): [jobId: string | null, setJobId: (jobId: string | null, state?: { isOver: boolean }) => void] {
  const key = `job:${baseId}`;
  const [jobId, setJobId] = useState(() => readStored(key));
  return [
    jobId,
    (next, state) => {
      writeStored(key, state?.isOver ? null : next);
      setJobId(next);
    },
  ];
}
