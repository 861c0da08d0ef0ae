import { Worker, type WorkerOptions } from 'node:worker_threads';
import { createNativeGate, type NativeGate, shutGate, shutGateNow } from './native-gate.js';

/** How long process exit waits for current work. */
const EXIT_MILLISECONDS = 3_000;

/** A thread that runs native code, and how to end it. */
export interface NativeThread {
  worker: Worker;
  /** Waits for current native work and ends the thread. */
  end(): Promise<void>;
}

/** Added to the `workerData` of such a thread. */
export interface NativeThreadData {
  nativeGate: NativeGate;
}

/**
 * Starts a thread that loads a native addon. The thread is never terminated inside the addon, neither by `end` nor at
 * process exit: a C++ addon would abort the whole process. The thread runs its native work through `insideNative`.
 */
export function startNativeThread(
  file: URL,
  options: Omit<WorkerOptions, 'workerData'> & { workerData: object },
): NativeThread {
  const gate = createNativeGate();
  const workerData: NativeThreadData = { ...options.workerData, nativeGate: gate };
  // The thread must not inherit the program's options (--input-type, --import).
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
