import { parentPort, workerData } from 'node:worker_threads';
import { runCommandLine } from './run-command-line.js';

// Worker thread: runs one command line and posts the result.
parentPort?.postMessage(runCommandLine(workerData as Parameters<typeof runCommandLine>[0]));
