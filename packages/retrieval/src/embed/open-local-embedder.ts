import { startNativeThread } from '../threads/index.js';
import type { Embedder } from '../knowledge/index.js';
import { EmbedderUnavailable } from './embedder-unavailable.js';
import { LOCAL_MODEL } from './local-model.js';
import type { WorkerReply, WorkerRequest } from './worker-messages.js';

/** A query waits at most for this many characters of documents to be done. */
const SLICE_CHARACTERS = 6_000;

interface Job extends Omit<WorkerRequest, 'id'> {
  resolve(rows: Float32Array[]): void;
  reject(error: Error): void;
}

/**
 * An embedder that can also give one vector per token, for reranking.
 *
 * ```ts
 * import type { TokenEmbedder } from '@ibid/retrieval';
 *
 * const vectors = (embedder: TokenEmbedder) => embedder.embedTokens(['Approved on 4 May.']);
 * ```
 */
export interface TokenEmbedder extends Embedder {
  embedTokens(texts: readonly string[]): Promise<Float32Array[]>;
}

/** The built worker: a test that runs the sources starts it from `dist` as well. */
function workerAddress(): URL {
  const address = import.meta.url.endsWith('.ts')
    ? import.meta.url.replace('/src/', '/dist/')
    : import.meta.url;
  return new URL('./local-embedder-worker.js', address);
}

/**
 * The built-in model in worker threads. Queries overtake documents. Throws `EmbedderUnavailable` when the weights or
 * the runtime are missing; search by keyword needs neither.
 *
 * ```ts
 * import { EmbedderUnavailable, openLocalEmbedder } from '@ibid/retrieval';
 *
 * const embedder = await openLocalEmbedder().catch((error: unknown) => {
 *   if (error instanceof EmbedderUnavailable) return null; // keyword search goes on without it
 *   throw error;
 * });
 * console.log(embedder?.dimensions); // 384
 * await embedder?.close?.();
 * ```
 */
export async function openLocalEmbedder(
  options: { workers?: number; modelFolder?: string } = {},
): Promise<TokenEmbedder> {
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
  const enqueue = (queue: Job[], work: Omit<WorkerRequest, 'id'>): Promise<Float32Array[]> => {
    if (closed)
      return Promise.reject(
        new EmbedderUnavailable({ problem: 'service', message: 'The embedder was closed.' }),
      );
    const parts = slices(work.texts).map(
      (texts) =>
        new Promise<Float32Array[]>((resolve, reject) => {
          queue.push({ ...work, texts, resolve, reject });
        }),
    );
    next();
    return Promise.all(parts).then((rows) => rows.flat());
  };

  const workers = await Promise.all(
    Array.from({ length: options.workers ?? 1 }, () => startWorker(options.modelFolder)),
  );
  idle.push(...workers);

  return {
    id: LOCAL_MODEL.id,
    dimensions: LOCAL_MODEL.dimensions,
    maxTokens: LOCAL_MODEL.maxTokens,
    languages: LOCAL_MODEL.languages,
    embed: (texts, kind, { isUrgent = kind === 'query' } = {}) =>
      enqueue(isUrgent ? urgent : patient, { texts, kind, output: 'text' }),
    embedTokens: (texts) => enqueue(urgent, { texts, kind: 'document', output: 'tokens' }),
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

function startWorker(modelFolder: string | undefined): Promise<PooledWorker> {
  const thread = startNativeThread(workerAddress(), {
    workerData: modelFolder === undefined ? {} : { modelFolder },
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
      // The process stays alive for work under way, and for nothing else.
      worker.ref();
      const { texts, kind, output } = job;
      worker.postMessage({ id, texts, kind, output } satisfies WorkerRequest);
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
      // An answer that arrives while the thread is being ended must not let the process go before it has.
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
        fail(new EmbedderUnavailable({ problem: reply.problem, message: reply.message }));
        void pooled.end();
      } else if (reply.type === 'done') settle((job) => job.resolve(reply.rows));
      else
        settle((job) => job.reject(new EmbedderUnavailable({ problem: 'service', message: reply.message })));
    });
    const stopped = (cause?: unknown): void =>
      fail(new EmbedderUnavailable({ problem: 'service', message: 'The embedding worker stopped.', cause }));
    worker.on('error', stopped);
    worker.on('exit', () => {
      if (!dead) stopped();
    });
  });
}
