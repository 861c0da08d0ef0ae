import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { packageUrl } from '../package-url.js';
import { ParseError } from '../parse/index.js';
import { drawDocument, prepareDocument, recogniseDocument } from './prepare-document.js';
import type { FromReader, PrepareAnswer, PrepareJob, ToReader } from './prepared-document.js';
import type { Refusal } from './reading-attempts.js';
import { cpuMilliseconds, type WatchedReader } from './reader-watch.js';

// The body of a process that reads one file after another, each answered with what came of it.
const shared = (bytes: number) => new SharedArrayBuffer(bytes);
const watched: WatchedReader = {
  isReading: new Int32Array(shared(4)),
  cpuBefore: new Float64Array(shared(8)),
  limits: new Float64Array(shared(16)),
};
const LOWER_PRIORITY = 5;

/** Who waits for the server to answer comes before who waits for a file to be read, and before a reader's life. */
function stepBack(): void {
  try {
    setPriority(LOWER_PRIORITY);
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // It reads as well without.
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
  // What is left of a large file would count for the next one.
  const isSpent = process.memoryUsage.rss() / 2 ** 20 > job.limits.memoryMegabytes / 2;
  tell({ kind: 'answer', answer, isSpent });
}

async function answerJob(job: PrepareJob): Promise<PrepareAnswer> {
  try {
    if (job.draw) return (await drawDocument(job, job.draw.page)) as PrepareAnswer;
    if (job.recognise) {
      return (await recogniseDocument(job, {
        // Limits hold for each page.
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
        // Limits hold for each part: how many there may be is limited by characters.
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

// Ctrl-C reaches every process of a terminal: the server decides what is still finished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToReader) => {
  if (message.kind === 'read') void read(message.job);
  else decide(message.refusal);
});
stepBack();
startWatch();
