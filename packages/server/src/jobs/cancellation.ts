import type { JobRepository } from '@ibid/store/internal';

const LOOK_MILLISECONDS = 1_000;

/** Whether a job that runs here was cancelled, here or by any process that shares the database. */
export interface Cancellation {
  signal: AbortSignal;
  /** Known here already. */
  cancel(): void;
  end(): void;
}

export function watchCancellation(
  jobs: JobRepository,
  id: string,
  lookMilliseconds = LOOK_MILLISECONDS,
): Cancellation {
  const abort = new AbortController();
  const look = async () => {
    const job = await jobs.get(id);
    if (!job || job.state === 'cancelled') abort.abort();
  };
  const timer = setInterval(() => void look().catch(() => {}), lookMilliseconds).unref();
  return { signal: abort.signal, cancel: () => abort.abort(), end: () => clearInterval(timer) };
}
