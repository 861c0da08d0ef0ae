import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FairQueue } from './fair-queue.js';

/** Half of the processors; the others serve interactive requests. */
const MOST_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
const MEMORY_MEGABYTES = 512;

const waiting = new FairQueue<() => void>();
let running = 0;

/**
 * Runs a package's worker file on this data and returns the bytes it writes. It needs a separate thread, because
 * document libraries write in one go and would block everyone else. Owners take turns, and a document that is too large
 * ends only its own thread.
 */
export async function writeInThread(
  file: URL,
  workerData: unknown,
  {
    owner,
    parts,
  }: { owner: string; /** Sent one after another, then null. */ parts?: AsyncIterable<unknown> },
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
      // Has no effect after a message.
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
    // Passes this slot to the next one.
    if (next) next();
    else running -= 1;
  }
}
