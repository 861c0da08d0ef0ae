import { Worker } from 'node:worker_threads';
import { ParseError } from '../parse/index.js';
import type { PrepareAnswer, PrepareJob, PrepareResult } from './prepared-document.js';

// A worker cannot run TypeScript: started from sources, it takes the built file.
const workerUrl = new URL(
  import.meta.url
    .replace(/\/src\/(?=ingest\/[^/]+\.ts$)/, '/dist/')
    .replace(/[^/]+\.[jt]s$/, 'prepare-worker.js'),
);

/** One worker thread that reads one file at a time. */
export class PrepareThread {
  readonly #worker: Worker;
  readonly #memoryMegabytes: number;
  #alive = true;

  constructor(options: { memoryMegabytes: number }) {
    this.#memoryMegabytes = options.memoryMegabytes;
    this.#worker = new Worker(workerUrl, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes },
      // Libraries print warnings about odd files; they are no output of ours.
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.unref();
    this.#worker.on('error', () => (this.#alive = false));
    this.#worker.on('exit', () => (this.#alive = false));
  }

  get isAlive(): boolean {
    return this.#alive;
  }

  async run(job: PrepareJob): Promise<PrepareResult> {
    this.#worker.ref();
    try {
      return resultOf(await this.#ask(job));
    } finally {
      if (this.#alive) this.#worker.unref();
    }
  }

  async close(): Promise<void> {
    this.#alive = false;
    await this.#worker.terminate();
  }

  #ask(job: PrepareJob): Promise<PrepareAnswer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const seconds = Math.round(job.limits.timeMilliseconds / 1000);
        settle(() => reject(new ParseError('time-limit', `Reading it took longer than ${seconds} seconds.`)));
        void this.close();
      }, job.limits.timeMilliseconds);
      const onMessage = (answer: PrepareAnswer) => settle(() => resolve(answer));
      const onError = (error: Error) => settle(() => reject(this.#failureOf(error)));
      const onExit = () =>
        settle(() => reject(new ParseError('unreadable', 'Reading it was interrupted before the end.')));
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        this.#worker.off('message', onMessage);
        this.#worker.off('error', onError);
        this.#worker.off('exit', onExit);
        finish();
      };
      this.#worker.on('message', onMessage);
      this.#worker.on('error', onError);
      this.#worker.on('exit', onExit);
      this.#worker.postMessage(job);
    });
  }

  #failureOf(error: Error): ParseError {
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const limit = `${this.#memoryMegabytes} MB`;
      return new ParseError('memory-limit', `Reading it took more memory than allowed (${limit}).`, {
        cause: error,
      });
    }
    return new ParseError('damaged', 'The file cannot be read: the reader failed on it.', { cause: error });
  }
}

/** Chunks get their text back: cutting it from the document's text copies nothing. */
function resultOf(answer: PrepareAnswer): PrepareResult {
  if (answer.kind === 'failed') throw new ParseError(answer.code, answer.message);
  if (answer.kind === 'known') return answer;
  const { text } = answer.document;
  const chunks = answer.document.chunks.map((chunk) => ({
    ...chunk,
    text: text.slice(chunk.span.start, chunk.span.end),
  }));
  return { kind: 'prepared', document: { ...answer.document, chunks } };
}
