import type { JobRepository } from '@ibid/store/internal';

const LOOK_MILLISECONDS = 1_000;

/** Whether a job running here was cancelled, by this or any other process that shares the database. */
export interface Cancellation {
  signal: AbortSignal;
  /** Cancels at once, without waiting for the database. */
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
