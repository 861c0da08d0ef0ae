import type { IngestProgress, IngestReport } from '@ibid/retrieval/internal';
import type { Job } from '@ibid/store/internal';

/** Owner of jobs that belong to no user; administrators manage them. */
export const SYSTEM_OWNER = 'system';

export type JobWork = (options: {
  /** Stops starting new work. */
  signal: AbortSignal;
  /** Also abandons work in progress. */
  endNow: AbortSignal;
  /** Users take turns at the readers. */
  owner: string;
  /** When a user retried files that had crashed their readers. */
  askedAgainAt: string | undefined;
  onProgress: (progress: IngestProgress) => void;
}) => Promise<IngestReport>;

export interface JobTask {
  work: JobWork;
}

/** The work of a job, by kind and input. Code that starts a job needs none of its dependencies. */
export type TaskOf = (job: Pick<Job, 'kind' | 'input'>) => JobTask;

export type NewJob = Pick<Job, 'kind' | 'ownerId' | 'input'> & {
  /** The caller's id, if it must be known before the job starts. */
  id?: string;
  /** If a job of this kind is queued or running, that one is returned. For a shared queue only. */
  isOnlyOne?: boolean;
};

export type JobListener = (job: Job) => void;

/** Runs background work in this process, or in any process that takes it from a shared queue. */
export interface JobRunner {
  /** Whether other processes may do the work, which then also outlives this one. */
  readonly isShared: boolean;
  start(job: NewJob): Promise<Job>;
  /** Runs a job again if something failed; null if nothing did. Work already done is not repeated. */
  retry(id: string): Promise<Job | null>;
  /** Cancels a queued or running job, wherever it runs; null if it is over. What it has added stays. */
  cancel(id: string): Promise<Job | null>;
  /** Continues a stored job; absent if a shared queue does that. */
  resume?(job: Job): void;
  /** The latest state, whether the job runs here or not. */
  get(id: string): Promise<Job | null>;
  /** Null if the job does not run here. */
  watch(id: string, listener: JobListener): (() => void) | null;
  /** Running jobs end after the files in progress. */
  close(): Promise<void>;
}

/** If a user retried the job, files that crashed their readers get one more try. */
export function askedAgainAt(job: Job): string | undefined {
  const at = job.input['askedAgainAt'];
  return typeof at === 'string' ? at : undefined;
}

/** Something was added or refused: the job is not stuck. */
export function hasGotOn(progress: IngestProgress): boolean {
  return progress.chunks > 0 || progress.files.failed > 0;
}
