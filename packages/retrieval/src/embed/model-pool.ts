import { packageUrl } from '../package-url.js';
import { startNativeThread } from '@ibid/core/internal/threads';
import type { LocalModel } from '../local-models/index.js';
import { EmbedderUnavailable } from './embedder-unavailable.js';
import type { WorkerReply, WorkerRequest, WorkerTask } from './worker-messages.js';

/** A query waits for at most this many characters of documents. */
const SLICE_CHARACTERS = 6_000;

interface Job extends Omit<WorkerRequest, 'id'> {
  resolve(rows: Float32Array[]): void;
  reject(error: Error): void;
}

export interface ModelPool {
  /** One row of numbers per text. Urgent work goes first. */
  run(texts: readonly string[], task: WorkerTask, options: { isUrgent: boolean }): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** A search model in worker threads. Throws `EmbedderUnavailable` if the weights or the runtime are missing. */
export async function startModelPool(options: { model: LocalModel; workers: number }): Promise<ModelPool> {
  const urgent: Job[] = [];
  const patient: Job[] = [];
  const idle: PooledWorker[] = [];
  let closed = false;

  const next = (): void => {
    while (idle.length > 0) {
      const job = urgent.shift() ?? patient.shift();
      if (!job) return;
      idle.pop()!.run(job, (worker) => {
        idle.push(worker);
        next();
      });
    }
  };
  const enqueue = (queue: Job[], texts: readonly string[], task: WorkerTask): Promise<Float32Array[]> => {
    if (closed)
      return Promise.reject(
        new EmbedderUnavailable({ problem: 'service', message: 'The embedder was closed.' }),
      );
    const parts = slices(texts).map(
      (part) =>
        new Promise<Float32Array[]>((resolve, reject) => {
          queue.push({ texts: part, task, resolve, reject });
        }),
    );
    next();
    return Promise.all(parts).then((rows) => rows.flat());
  };

  const workers = await Promise.all(
    Array.from({ length: options.workers }, () => startWorker(options.model)),
  );
  idle.push(...workers);

  return {
    run: (texts, task, { isUrgent }) => enqueue(isUrgent ? urgent : patient, texts, task),
    async close() {
      closed = true;
      for (const job of [...urgent.splice(0), ...patient.splice(0)])
        job.reject(new EmbedderUnavailable({ problem: 'service', message: 'The embedder was closed.' }));
      await Promise.all(workers.map((worker) => worker.end()));
    },
  };
}

function slices(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let current: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (current.length > 0 && characters + text.length > SLICE_CHARACTERS) {
      parts.push(current);
      current = [];
      characters = 0;
    }
    current.push(text);
    characters += text.length;
  }
  if (current.length > 0) parts.push(current);
  return parts;
}

interface PooledWorker {
  run(job: Job, whenIdle: (worker: PooledWorker) => void): void;
  end(): Promise<void>;
}

/**
 * ONNX Runtime reports its use to Microsoft, unless this is set in the environment of the process before it is loaded.
 * In a thread, `process.env` is only a copy, so the thread of the model cannot set it.
 */
function silenceRuntime(): void {
  process.env['ORT_DISABLE_TELEMETRY'] ??= '1';
}

function startWorker(model: LocalModel): Promise<PooledWorker> {
  silenceRuntime();
  const thread = startNativeThread(packageUrl(import.meta.url, 'lib/embed/model-worker.js'), {
    workerData: { model },
  });
  const { worker } = thread;
  let current: { id: number; job: Job; whenIdle: (worker: PooledWorker) => void } | null = null;
  let dead: Error | null = null;
  let ending = false;
  let id = 0;
  const pooled: PooledWorker = {
    run(job, whenIdle) {
      if (dead) {
        job.reject(dead);
        whenIdle(pooled);
        return;
      }
      id += 1;
      current = { id, job, whenIdle };
      // Only work in progress keeps the process alive.
      worker.ref();
      const { texts, task } = job;
      worker.postMessage({ id, texts, task } satisfies WorkerRequest);
    },
    end() {
      ending = true;
      return thread.end();
    },
  };
  return new Promise((resolve, reject) => {
    const settle = (finish: (job: Job) => void): void => {
      const done = current;
      current = null;
      // An answer that arrives while the thread is ending must not let the process exit before the thread has ended.
      if (!ending) worker.unref();
      if (!done) return;
      finish(done.job);
      done.whenIdle(pooled);
    };
    const fail = (error: Error): void => {
      dead = error;
      reject(error);
      settle((job) => job.reject(error));
    };
    worker.on('message', (reply: WorkerReply) => {
      if (reply.type === 'ready') {
        worker.unref();
        resolve(pooled);
      } else if (reply.type === 'unavailable') {
        fail(new EmbedderUnavailable(reply));
        void pooled.end();
      } else if (reply.type === 'done') settle((job) => job.resolve(reply.rows));
      else settle((job) => job.reject(new EmbedderUnavailable(reply)));
    });
    const stopped = (cause?: unknown): void =>
      fail(new EmbedderUnavailable({ problem: 'service', message: 'The embedding worker stopped.', cause }));
    worker.on('error', stopped);
    worker.on('exit', () => {
      if (!dead) stopped();
    });
  });
}
