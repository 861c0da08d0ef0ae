import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { packageUrl } from '../package-url.js';
import { ParseError } from '../parse/index.js';
import { drawDocument, prepareDocument, recogniseDocument } from './prepare-document.js';
import type { FromReader, PrepareAnswer, PrepareJob, ToReader } from './prepared-document.js';
import type { Refusal } from './reading-attempts.js';
import { cpuMilliseconds, type WatchedReader } from './reader-watch.js';

// A child process that reads one file after another and answers each with its result.
const shared = (bytes: number) => new SharedArrayBuffer(bytes);
const watched: WatchedReader = {
  isReading: new Int32Array(shared(4)),
  cpuBefore: new Float64Array(shared(8)),
  limits: new Float64Array(shared(16)),
};
const LOWER_PRIORITY = 5;

/** The server's responses come before reading files, and if memory runs out, a reader should be killed first. */
function stepBack(): void {
  try {
    // A server that steps back further itself (`nice`) keeps its readers there.
    setPriority(Math.max(getPriority(), LOWER_PRIORITY));
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Works without it too.
  }
}

function startWatch(): void {
  const worker = new Worker(packageUrl(import.meta.url, 'lib/ingest/reader-watch.js'), {
    workerData: watched,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4, stackSizeMb: 1 },
  });
  worker.unref();
}

function tell(message: FromReader): void {
  process.send?.(message);
}

let decide: (refusal: Refusal | null) => void = () => {};

async function read(job: PrepareJob): Promise<void> {
  watched.cpuBefore[0] = cpuMilliseconds();
  watched.limits[0] = job.limits.cpuMilliseconds;
  watched.limits[1] = job.limits.memoryMegabytes;
  Atomics.store(watched.isReading, 0, 1);
  Atomics.notify(watched.isReading, 0);
  const answer = await answerJob(job);
  Atomics.store(watched.isReading, 0, 0);
  Atomics.notify(watched.isReading, 0);
  // Memory left from a large file would count against the next one.
  const isSpent = process.memoryUsage.rss() / 2 ** 20 > job.limits.memoryMegabytes / 2;
  tell({ kind: 'answer', answer, isSpent });
}

async function answerJob(job: PrepareJob): Promise<PrepareAnswer> {
  try {
    if (job.draw) return (await drawDocument(job, job.draw.page)) as PrepareAnswer;
    if (job.recognise) {
      return (await recogniseDocument(job, {
        // Limits apply per page.
        onBegin: () => (watched.cpuBefore[0] = cpuMilliseconds()),
        onPage: (page, packed) => tell({ kind: 'page', page, packed }),
      })) as PrepareAnswer;
    }
    const result = await prepareDocument(
      job,
      (contentHash) => {
        tell({ kind: 'hashed', contentHash });
        return new Promise((resolve) => (decide = resolve));
      },
      (part) => {
        // Limits apply per part. The number of parts is limited by characters.
        watched.cpuBefore[0] = cpuMilliseconds();
        tell({ kind: 'rows', part });
      },
    );
    if (result.kind !== 'prepared') return result;
    const { tableParts: _sent, ...document } = result.document;
    const chunks = document.chunks.map(({ text: _text, ...chunk }) => chunk);
    return { kind: 'prepared', document: { ...document, chunks } };
  } catch (error) {
    if (error instanceof ParseError) return { kind: 'failed', code: error.code, message: error.message };
    return { kind: 'failed', code: 'damaged', message: 'The file cannot be read.' };
  }
}

// Ctrl-C reaches every process of a terminal. The server decides what to finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToReader) => {
  if (message.kind === 'read') void read(message.job);
  else decide(message.refusal);
});
stepBack();
startWatch();
