import type { JsonValue } from '@ibid/core';
import type { IngestProgress, IngestReport } from '@ibid/retrieval';
import type { Job, JobRepository } from '@ibid/store';
import type { Logger } from 'pino';
import { toJobProgress } from './job-view.js';
import { JOB_PATIENCE_MILLISECONDS, whileAway } from './while-away.js';

/** How often progress is written to the database and told to who watches. */
const TELL_MILLISECONDS = 300;

/** Whose jobs are nobody's in particular: administrators see to them. */
export const SYSTEM_OWNER = 'system';

export type JobWork = (options: {
  signal: AbortSignal;
  onProgress: (progress: IngestProgress) => void;
}) => Promise<IngestReport>;

export interface JobTask {
  work: JobWork;
}

export type NewJob = Pick<Job, 'kind' | 'ownerId' | 'input'> &
  JobTask & {
    /** Where one of its kind waits or runs, that one is meant. Of a shared queue only. */
    isOnlyOne?: boolean;
  };

export type JobListener = (job: Job) => void;

/** Where long work runs: in this process, or in whichever takes it from a shared queue. */
export interface JobRunner {
  /** Whether other processes may do the work: then it also outlives this one. */
  readonly isShared: boolean;
  start(job: NewJob): Promise<Job>;
  /** Does a job again that failed or was cut off; null where it did neither. What it had taken in is not done twice. */
  retry(id: string, task: JobTask): Promise<Job | null>;
  /** Goes on with a job that is stored; absent where a shared queue does so. */
  resume?(job: Job, task: JobTask): void;
  /** The newest state, whether the job runs here or not. */
  get(id: string): Promise<Job | null>;
  /** Null when the job does not run here. */
  watch(id: string, listener: JobListener): (() => void) | null;
  /** What is running ends after the files it has begun. */
  close(): Promise<void>;
}

/** Runs long work one after another in this process; its state is in the database, its progress also in memory. */
export class OwnJobRunner implements JobRunner {
  readonly isShared = false;
  readonly #jobs: JobRepository;
  readonly #serverId: string;
  readonly #log: Logger;
  readonly #live = new Map<string, Job>();
  readonly #listeners = new Map<string, Set<JobListener>>();
  readonly #abort = new AbortController();
  #queue: Promise<void> = Promise.resolve();

  constructor(options: { jobs: JobRepository; serverId: string; log: Logger }) {
    this.#jobs = options.jobs;
    this.#serverId = options.serverId;
    this.#log = options.log;
  }

  async start(options: NewJob): Promise<Job> {
    const { kind, ownerId, input } = options;
    const job = await this.#jobs.create({ kind, ownerId, input, serverId: this.#serverId });
    this.resume(job, options);
    return job;
  }

  async retry(id: string, task: JobTask): Promise<Job | null> {
    const job = await this.#jobs.reopen(id, this.#serverId);
    if (job) this.resume(job, task);
    return job;
  }

  resume(job: Job, task: JobTask): void {
    this.#live.set(job.id, job);
    this.#queue = this.#queue.then(() => this.#run(job.id, task));
  }

  async get(id: string): Promise<Job | null> {
    return this.#live.get(id) ?? this.#jobs.get(id);
  }

  watch(id: string, listener: JobListener): (() => void) | null {
    if (!this.#live.has(id)) return null;
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#queue;
  }

  async #run(id: string, task: JobTask): Promise<void> {
    if (this.#abort.signal.aborted) return;
    await this.#change(id, { state: 'running' });
    let told = 0;
    try {
      const onProgress = (progress: IngestProgress) => {
        const before = this.#live.get(id);
        if (before) this.#live.set(id, { ...before, progress: toJobProgress(progress) });
        if (Date.now() - told < TELL_MILLISECONDS) return;
        told = Date.now();
        this.#tell(id);
        void this.#jobs.update(id, { progress: toJobProgress(progress) }).catch(() => {});
      };
      const { signal } = this.#abort;
      const work = () => task.work({ signal, onProgress });
      const report = await whileAway(signal, work, JOB_PATIENCE_MILLISECONDS);
      const progress = this.#live.get(id)?.progress ?? {};
      if (report.stopped) await this.#change(id, { state: 'interrupted', progress, error: STOPPED });
      else await this.#change(id, { state: 'complete', progress, result: report as unknown as JsonValue });
    } catch (error) {
      this.#log.error({ err: error, jobId: id }, 'a job failed');
      await this.#change(id, { state: 'failed', error: (error as Error).message });
    }
    this.#live.delete(id);
    this.#listeners.delete(id);
  }

  async #change(id: string, change: Partial<Pick<Job, 'state' | 'progress' | 'result' | 'error'>>) {
    const before = this.#live.get(id);
    const ended = change.state !== undefined && change.state !== 'running';
    if (before)
      this.#live.set(id, {
        ...before,
        ...change,
        ...(ended ? { finishedAt: new Date().toISOString() } : {}),
      });
    await whileAway(this.#abort.signal, () => this.#jobs.update(id, change)).catch((error: unknown) =>
      this.#log.error({ err: error, jobId: id }, 'a job could not be stored'),
    );
    this.#tell(id);
  }

  #tell(id: string): void {
    const job = this.#live.get(id);
    if (job) for (const listener of this.#listeners.get(id) ?? []) listener(job);
  }
}

const STOPPED = 'The server was stopped before the job was done. Start it again.';
