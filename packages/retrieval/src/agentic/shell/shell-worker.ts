import { parentPort, workerData } from 'node:worker_threads';
import { runCommandLine } from './run-command-line.js';

// The body of a worker thread: one line of commands, answered once.
parentPort?.postMessage(runCommandLine(workerData as Parameters<typeof runCommandLine>[0]));
