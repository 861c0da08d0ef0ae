import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FairQueue } from './fair-queue.js';

/** Half of the processors: the others are for those who ask and read. */
const MOST_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
const MEMORY_MEGABYTES = 512;

const waiting = new FairQueue<() => void>();
let running = 0;

/**
 * Bytes that a file of a package makes of this data, in a thread of its own: libraries that write documents do so in one
 * go, and would keep everybody else waiting. People take turns, and what is too large ends its thread alone.
 */
export async function writeInThread(
  file: URL,
  workerData: unknown,
  {
    owner,
    parts,
  }: { owner: string; /** Handed over one after another, then null. */ parts?: AsyncIterable<unknown> },
): Promise<Uint8Array<ArrayBuffer>> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.add(owner, resolve));
  else running += 1;
  try {
    const worker = new Worker(file, {
      execArgv: [],
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES },
    });
    const written = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      // After a message this says nothing new.
      worker.once('exit', () => reject(new Error('The thread ended before it was done.')));
    });
    const handOver = async () => {
      for await (const part of parts ?? []) worker.postMessage(part);
      if (parts) worker.postMessage(null);
      return written;
    };
    try {
      return await Promise.race([written, handOver()]);
    } finally {
      await worker.terminate();
    }
  } finally {
    const next = waiting.take();
    // The place of this one goes to the next.
    if (next) next();
    else running -= 1;
  }
}
