import { Worker, type WorkerOptions } from 'node:worker_threads';
import { createNativeGate, type NativeGate, shutGate, shutGateNow } from './native-gate.js';

/** How long a process that exits waits for the work under way. */
const EXIT_MILLISECONDS = 3_000;

/** A thread that runs native code, and the way to end it. */
export interface NativeThread {
  worker: Worker;
  /** Waits for the native work under way, and ends the thread. */
  end(): Promise<void>;
}

/** What a thread of this kind finds in its `workerData`, beside what was given to it. */
export interface NativeThreadData {
  nativeGate: NativeGate;
}

/**
 * Starts a thread that loads a native addon. It is never ended inside the addon, neither by `end` nor when the process
 * exits: an addon in C++ would abort the whole process then. The thread does its native work by `insideNative`.
 */
export function startNativeThread(
  file: URL,
  options: Omit<WorkerOptions, 'workerData'> & { workerData: object },
): NativeThread {
  const gate = createNativeGate();
  const workerData: NativeThreadData = { ...options.workerData, nativeGate: gate };
  // Options of the program (--input-type, --import) are not the thread's.
  const worker = new Worker(file, { execArgv: [], ...options, workerData });
  const whenProcessExits = (): void => shutGateNow(gate, { milliseconds: EXIT_MILLISECONDS });
  process.once('exit', whenProcessExits);
  worker.once('exit', () => process.off('exit', whenProcessExits));
  return {
    worker,
    async end() {
      await shutGate(gate);
      await worker.terminate();
    },
  };
}
