import { parentPort, workerData } from 'node:worker_threads';
import { runCommandLine } from './run-command-line.js';

// Worker thread: says that it begins, runs one command line, and posts the result.
parentPort?.postMessage('begun');
parentPort?.postMessage(runCommandLine(workerData as Parameters<typeof runCommandLine>[0]));
