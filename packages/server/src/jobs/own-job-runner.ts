import { FairQueue } from '@ibid/core/internal/threads';
import type { IngestProgress } from '@ibid/retrieval/internal';
import type { Job, JobRepository } from '@ibid/store/internal';
import type { Logger } from 'pino';
import { watchCancellation, type Cancellation } from './cancellation.js';
import { askedAgainAt, hasGotOn } from './job-runner.js';
import type { JobListener, JobRunner, JobTask, NewJob, TaskOf } from './job-runner.js';
import { toJobProgress } from './job-view.js';
import { joinReports } from './join-reports.js';
import { JOB_PATIENCE_MILLISECONDS, whileAway } from './while-away.js';

/** How often progress is stored and sent to watchers. */
const TELL_MILLISECONDS = 300;
/** Jobs of this many users run in parallel; one user's run one after another. */
const JOBS_AT_ONCE = 4;
/** A job that has run this long pauses if others wait, and continues after them. */
const TURN_MILLISECONDS = 10_000;

/**
 * Jobs in the same line run one after another. Sources have a separate line, so a slow site does not delay its owner's
 * uploads.
 */
function lineOf({ kind, ownerId }: Pick<Job, 'kind' | 'ownerId'>): string {
  return kind === 'source' ? `${ownerId} sources` : ownerId;
}

interface Entry {
  id: string;
  ownerId: string;
  line: string;
  task: JobTask;
}

interface Running extends Entry {
  cancellation: Cancellation;
  done: Promise<void>;
}

/**
 * Runs background work in this process, with users taking turns. State is stored in the database, progress also in
 * memory.
 */
export class OwnJobRunner implements JobRunner {
  readonly isShared = false;
  readonly #jobs: JobRepository;
  readonly #serverId: string;
  readonly #log: Logger;
  readonly #taskOf: TaskOf;
  readonly #jobsAtOnce: number;
  readonly #turnMilliseconds: number;
  readonly #live = new Map<string, Job>();
  readonly #listeners = new Map<string, Set<JobListener>>();
  readonly #abort = new AbortController();
  readonly #waiting = new FairQueue<Entry>();
  readonly #running = new Map<string, Running>();

  constructor(options: {
    jobs: JobRepository;
    serverId: string;
    log: Logger;
    taskOf: TaskOf;
    /** Only tests change the defaults. */
    jobsAtOnce?: number;
    turnMilliseconds?: number;
  }) {
    this.#jobs = options.jobs;
    this.#serverId = options.serverId;
    this.#log = options.log;
    this.#taskOf = options.taskOf;
    this.#jobsAtOnce = options.jobsAtOnce ?? JOBS_AT_ONCE;
    this.#turnMilliseconds = options.turnMilliseconds ?? TURN_MILLISECONDS;
  }

  async start(options: NewJob): Promise<Job> {
    const { id, kind, ownerId, input } = options;
    const stored = { kind, ownerId, input, serverId: this.#serverId };
    const job = await (id === undefined ? this.#jobs.create(stored) : this.#jobs.createAs(id, stored));
    // With the caller's id, it may already have been started.
    if (job.state === 'queued' && !this.#live.has(job.id)) this.resume(job);
    return job;
  }

  async retry(id: string): Promise<Job | null> {
    // A job cancelled a moment ago still finishes what it had begun and stores its results.
    const running = this.#running.get(id);
    if (running?.cancellation.signal.aborted) await running.done;
    const job = await this.#jobs.reopen(id, this.#serverId);
    if (job) this.resume(job);
    return job;
  }

  async cancel(id: string): Promise<Job | null> {
    const job = await this.#jobs.cancel(id);
    if (!job) return null;
    this.#running.get(id)?.cancellation.cancel();
    if (this.#live.has(id)) this.#live.set(id, job);
    this.#tell(id);
    if (this.#waiting.remove((entry) => entry.id === id).length > 0) this.#forget(id);
    return job;
  }

  resume(job: Job): void {
    const task = this.#taskOf(job);
    this.#live.set(job.id, job);
    const { id, ownerId } = job;
    this.#waiting.add(lineOf(job), { id, ownerId, line: lineOf(job), task });
    this.#serve();
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
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #serve(): void {
    while (!this.#abort.signal.aborted && this.#running.size < this.#jobsAtOnce) {
      const busy = new Set([...this.#running.values()].map(({ line }) => line));
      const entry = this.#waiting.take((line) => !busy.has(line));
      if (!entry) return;
      const cancellation = watchCancellation(this.#jobs, entry.id);
      const running: Running = { ...entry, cancellation, done: Promise.resolve() };
      this.#running.set(entry.id, running);
      running.done = this.#run(running).finally(() => {
        cancellation.end();
        this.#running.delete(entry.id);
        this.#serve();
      });
    }
  }

  async #run({ id, ownerId, line, task, cancellation }: Running): Promise<void> {
    const { signal: ending } = this.#abort;
    const job = this.#live.get(id);
    const attempts = await whileAway(ending, () => this.#jobs.begin(id)).catch(() => null);
    if (!job || attempts === null) return this.#forget(id);
    this.#live.set(id, { ...job, state: 'running' });
    this.#tell(id);
    const turn = this.#turnOfJob(line === ownerId ? null : line);
    const signal = AbortSignal.any([ending, cancellation.signal, turn.signal]);
    let told = 0;
    let getsOn = false;
    const onProgress = (newest: IngestProgress) => {
      const progress = toJobProgress(newest);
      const before = this.#live.get(id);
      if (before) this.#live.set(id, { ...before, progress });
      // Store the first progress at once: if the server dies now, this job is not to blame.
      const isFirst = !getsOn && hasGotOn(newest);
      getsOn ||= isFirst;
      if (!isFirst && Date.now() - told < TELL_MILLISECONDS) return;
      told = Date.now();
      this.#tell(id);
      void this.#jobs.update(id, { progress, hasGotOn: getsOn }).catch(() => {});
    };
    const run = {
      signal,
      endNow: cancellation.signal,
      owner: ownerId,
      askedAgainAt: askedAgainAt(job),
      onProgress,
    };
    let goesOn = false;
    try {
      const now = await whileAway(signal, () => task.work(run), JOB_PATIENCE_MILLISECONDS);
      const report = joinReports(job.result, now);
      const kept = { progress: this.#live.get(id)?.progress ?? {}, result: report };
      // The outcome of its files is known for a cancelled job, too.
      if (cancellation.signal.aborted) await this.#jobs.update(id, kept);
      else if (!report.stopped) await this.#change(id, { state: 'complete', ...kept });
      else if (ending.aborted) {
        await this.#change(id, { state: 'interrupted', ...kept, error: STOPPED, hasGotOn: true });
      } else {
        await this.#change(id, { state: 'queued', ...kept, hasGotOn: true });
        goesOn = this.#live.get(id)?.state === 'queued';
      }
    } catch (error) {
      if (!cancellation.signal.aborted) {
        this.#log.error({ err: error, jobId: id }, 'a job failed');
        await this.#change(id, { state: 'failed', error: (error as Error).message });
      }
    }
    turn.end();
    if (goesOn) this.#waiting.add(line, { id, ownerId, line, task });
    else this.#forget(id);
  }

  /**
   * A user with a thousand files must not delay another user's single one: a long job pauses if others wait. In a
   * separate line, any other job counts, so a slow source does not delay the next ones.
   */
  #turnOfJob(ownLine: string | null): { signal: AbortSignal; end: () => void } {
    const over = new AbortController();
    const look = () => {
      const isFull = this.#waiting.size > 0 && this.#running.size >= this.#jobsAtOnce;
      if (isFull || (ownLine !== null && this.#waiting.has(ownLine))) over.abort();
    };
    const timer = setInterval(look, this.#turnMilliseconds).unref();
    return { signal: over.signal, end: () => clearInterval(timer) };
  }

  async #change(
    id: string,
    change: Partial<Pick<Job, 'state' | 'progress' | 'result' | 'error'>> & { hasGotOn?: boolean },
  ) {
    const before = this.#live.get(id);
    const ended = change.state !== undefined && !['queued', 'running'].includes(change.state);
    const { hasGotOn: _, ...shown } = change;
    if (before?.state === 'cancelled') return;
    if (before)
      this.#live.set(id, {
        ...before,
        ...shown,
        ...(ended ? { finishedAt: new Date().toISOString() } : {}),
      });
    await whileAway(this.#abort.signal, () => this.#jobs.update(id, change)).catch((error: unknown) =>
      this.#log.error({ err: error, jobId: id }, 'a job could not be stored'),
    );
    this.#tell(id);
  }

  #forget(id: string): void {
    this.#live.delete(id);
    this.#listeners.delete(id);
  }

  #tell(id: string): void {
    const job = this.#live.get(id);
    if (job) for (const listener of this.#listeners.get(id) ?? []) listener(job);
  }
}

const STOPPED = 'The server was stopped before the job was done. Start it again.';
