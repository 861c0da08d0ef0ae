import type { JsonValue } from '@ibid/core';
import {
  MOST_JOB_ATTEMPTS,
  SHARED_QUEUE,
  createOnlyJob,
  unfinishedJobsOf,
  untouchedQueuedJobs,
} from '@ibid/store/internal';
import type { Job, JobRepository, OpenDatabase } from '@ibid/store/internal';
import { DelayedError, Queue, Worker } from 'bullmq';
import type { ConnectionOptions, Job as QueueEntry } from 'bullmq';
import type { Logger } from 'pino';
import { watchCancellation } from '../jobs/cancellation.js';
import { askedAgainAt, hasGotOn } from '../jobs/job-runner.js';
import type { JobListener, JobRunner, NewJob, TaskOf } from '../jobs/job-runner.js';
import { toJobProgress } from '../jobs/job-view.js';
import { joinReports } from '../jobs/join-reports.js';
import { JOB_PATIENCE_MILLISECONDS, whileAway } from '../jobs/while-away.js';

const QUEUE = 'ibid-jobs';
const ATTEMPTS = 3;
/** A worker without a sign of life for this long is considered dead, and another one takes its job. */
const LOCK_MILLISECONDS = 15_000;
const SIGN_OF_LIFE_MILLISECONDS = 5_000;
const TELL_MILLISECONDS = 500;
/** Jobs untouched for this long may have been lost by the queue. */
const UNTOUCHED_MILLISECONDS = 20_000;
const LOOK_MILLISECONDS = 10_000;
const DEAD_LETTERS_KEPT = 1_000;
/** A job that has run this long pauses if others wait, and continues after them. */
const TURN_MILLISECONDS = 10_000;
const GIVEN_WAY_PRIORITY = 500;
/** Per worker: a slow file in one user's job leaves room for the others. */
const JOBS_AT_ONCE = 4;
const CLOSE_PATIENCE_MILLISECONDS = 5_000;

/**
 * Jobs that any worker may run. The database holds the jobs and their results; the queue only assigns them, and can
 * lose everything without losing a job.
 */
export class QueuedJobRunner implements JobRunner {
  readonly isShared = true;
  readonly #db: OpenDatabase['db'];
  readonly #jobs: JobRepository;
  readonly #log: Logger;
  readonly #taskOf: TaskOf;
  readonly #queue: Queue;
  readonly #worker: Worker | null;
  readonly #turnMilliseconds: number;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(options: {
    url: string;
    db: OpenDatabase['db'];
    jobs: JobRepository;
    log: Logger;
    /** False: this process only submits jobs. */
    takesJobs: boolean;
    taskOf: TaskOf;
    /** Only tests change the defaults. */
    turnMilliseconds?: number;
    jobsAtOnce?: number;
  }) {
    this.#db = options.db;
    this.#jobs = options.jobs;
    this.#log = options.log;
    this.#taskOf = options.taskOf;
    this.#turnMilliseconds = options.turnMilliseconds ?? TURN_MILLISECONDS;
    const { signal } = this.#abort;
    // Connection attempts keep the process alive, so stop them on close.
    const untilClosed = {
      retryStrategy: (attempt: number) => (signal.aborted ? null : Math.min(attempt * 100, 2_000)),
    };
    // Submitting must not wait for Redis; taking jobs must.
    this.#queue = new Queue(QUEUE, {
      connection: connectionTo(options.url, {
        ...untilClosed,
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
      }),
    });
    this.#worker = options.takesJobs
      ? new Worker(QUEUE, (entry, token) => this.#work(entry, token), {
          connection: connectionTo(options.url, { ...untilClosed, maxRetriesPerRequest: null }),
          concurrency: options.jobsAtOnce ?? JOBS_AT_ONCE,
          lockDuration: LOCK_MILLISECONDS,
          stalledInterval: LOCK_MILLISECONDS / 2,
          maxStalledCount: ATTEMPTS,
        })
      : null;
    // `openRedis` already logs outages; here each attempt would log a line.
    this.#queue.on('error', () => {});
    this.#worker?.on('error', () => {});
    this.#timer = setInterval(() => void this.#handInLost(), LOOK_MILLISECONDS).unref();
  }

  async start(options: NewJob): Promise<Job> {
    const { id, kind, ownerId, input } = options;
    const waiting = await unfinishedJobsOf(this.#db, ownerId);
    const stored = { kind, ownerId, input, serverId: SHARED_QUEUE };
    const make = () => (id === undefined ? this.#jobs.create(stored) : this.#jobs.createAs(id, stored));
    const job = options.isOnlyOne ? await createOnlyJob(this.#db, stored) : await make();
    await this.#orLater(job.id, this.#handIn(job.id, waiting + 1));
    return job;
  }

  async retry(id: string): Promise<Job | null> {
    const job = await this.#jobs.reopen(id, SHARED_QUEUE);
    if (!job) return null;
    const priority = (await unfinishedJobsOf(this.#db, job.ownerId)) + 1;
    await this.#orLater(id, this.#handInAgain(id, priority));
    return job;
  }

  /** A worker that runs it sees the state; a queued job is no longer handed out. */
  async cancel(id: string): Promise<Job | null> {
    const job = await this.#jobs.cancel(id);
    if (job) await this.#queue.remove(id).catch(() => {});
    return job;
  }

  get(id: string): Promise<Job | null> {
    return this.#jobs.get(id);
  }

  watch(_id: string, _listener: JobListener): null {
    return null;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#abort.abort();
    // While Redis is down, each of these would wait for it; another worker takes the job over anyway.
    const ended = async () => {
      await this.#worker?.close();
      await this.#queue.close();
    };
    const patience = new Promise((resolve) => setTimeout(resolve, CLOSE_PATIENCE_MILLISECONDS).unref());
    await Promise.race([ended().catch(() => {}), patience]);
  }

  /** It is stored: if the queue is down, it is submitted later. */
  async #orLater(id: string, handedIn: Promise<void>): Promise<void> {
    try {
      await handedIn;
    } catch (error) {
      this.#log.warn({ jobId: id, reason: (error as Error).message }, 'a job waits for Redis');
    }
  }

  /** Removes a failed entry first: the queue does not accept its id a second time. */
  async #handInAgain(id: string, priority: number): Promise<void> {
    const entry = await this.#queue.getJob(id);
    if (entry && (await entry.isFailed())) await entry.remove();
    await this.#handIn(id, priority);
  }

  /** An id is accepted once. A user's second job comes after everybody's first. */
  async #handIn(id: string, priority: number): Promise<void> {
    await this.#queue.add(
      QUEUE,
      {},
      {
        jobId: id,
        priority: Math.min(priority, 1_000),
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: 1_000 },
        removeOnComplete: true,
        removeOnFail: DEAD_LETTERS_KEPT,
      },
    );
  }

  async #handInLost(): Promise<void> {
    try {
      const since = new Date(Date.now() - UNTOUCHED_MILLISECONDS).toISOString();
      for (const id of await untouchedQueuedJobs(this.#db, since)) await this.#handInAgain(id, 1);
    } catch {
      // Redis or the database is down, which is logged elsewhere; the next attempt follows soon.
    }
  }

  async #work(entry: QueueEntry, token: string | undefined): Promise<void> {
    const id = entry.id ?? '';
    const { signal } = this.#abort;
    const job = await whileAway(signal, () => this.#jobs.get(id));
    // Done by a worker that lost the queue before it could report it.
    if (!job || !['queued', 'running'].includes(job.state)) return;
    const task = this.#taskOf(job);
    const attempts = await whileAway(signal, () => this.#jobs.begin(id));
    if (attempts === null) return;
    if (attempts > MOST_JOB_ATTEMPTS) {
      await this.#jobs.update(id, { state: 'failed', error: GIVEN_UP });
      return;
    }
    let progress: JsonValue = job.progress;
    let told = 0;
    let getsOn = false;
    const tell = () => {
      told = Date.now();
      void this.#jobs.update(id, { progress, hasGotOn: getsOn }).catch(() => {});
    };
    const signs = setInterval(tell, SIGN_OF_LIFE_MILLISECONDS);
    const turn = this.#turnOfJob();
    const cancellation = watchCancellation(this.#jobs, id);
    try {
      const work = () =>
        task.work({
          signal: AbortSignal.any([signal, turn.signal, cancellation.signal]),
          endNow: cancellation.signal,
          owner: job.ownerId,
          askedAgainAt: askedAgainAt(job),
          onProgress: (newest) => {
            progress = toJobProgress(newest);
            // Store the first progress at once: if the worker dies now, this job is not to blame.
            const isFirst = !getsOn && hasGotOn(newest);
            getsOn ||= isFirst;
            if (isFirst || Date.now() - told >= TELL_MILLISECONDS) tell();
          },
        });
      const now = await whileAway(signal, work, JOB_PATIENCE_MILLISECONDS);
      clearInterval(signs);
      const report = joinReports(job.result, now);
      if (cancellation.signal.aborted) {
        await whileAway(signal, () => this.#jobs.update(id, { progress, result: report }));
        return;
      }
      // This process is ending; the job returns to the queue for another one.
      if (report.stopped && signal.aborted) {
        await this.#jobs.update(id, { progress, hasGotOn: true }).catch(() => {});
        throw new Error('The worker was stopped.');
      }
      const state = report.stopped ? 'queued' : 'complete';
      await whileAway(signal, () =>
        this.#jobs.update(id, { state, progress, result: report, hasGotOn: true }),
      );
      if (report.stopped) await giveWay(entry, token);
    } catch (error) {
      clearInterval(signs);
      if (error instanceof DelayedError) throw error;
      if (cancellation.signal.aborted) return;
      this.#log.error({ err: error, jobId: id }, 'a job failed');
      if (entry.attemptsMade + 1 >= ATTEMPTS && !signal.aborted)
        await this.#jobs.update(id, { state: 'failed', error: (error as Error).message });
      throw error;
    } finally {
      turn.end();
      cancellation.end();
    }
  }

  /** A user with a thousand files must not delay another user's single one: a long job pauses if others wait. */
  #turnOfJob(): { signal: AbortSignal; end: () => void } {
    const over = new AbortController();
    const look = async () => {
      const { prioritized = 0, wait = 0 } = await this.#queue.getJobCounts('prioritized', 'wait');
      if (prioritized + wait > 0) over.abort();
    };
    const timer = setInterval(() => void look().catch(() => {}), this.#turnMilliseconds);
    return { signal: over.signal, end: () => clearInterval(timer) };
  }
}

const GIVEN_UP = `Workers stopped ${MOST_JOB_ATTEMPTS} times before a single file of this job was done. Try again with fewer files.`;

/** Moves the job behind everybody's first jobs, without counting an attempt. */
async function giveWay(entry: QueueEntry, token: string | undefined): Promise<never> {
  await entry.changePriority({ priority: GIVEN_WAY_PRIORITY });
  await entry.moveToDelayed(Date.now(), token);
  throw new DelayedError();
}

function connectionTo(url: string, settings: Partial<ConnectionOptions>): ConnectionOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  return {
    host: hostname,
    port: port ? Number(port) : 6379,
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(pathname.length > 1 ? { db: Number(pathname.slice(1)) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    ...settings,
  } as ConnectionOptions;
}
