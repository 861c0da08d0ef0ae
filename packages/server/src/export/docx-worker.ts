import { parentPort, workerData } from 'node:worker_threads';
import type { CitedExport } from './cited-export.js';
import { toDocx } from './to-docx.js';

// The body of a worker thread: one document, written in one go.
const bytes = await toDocx(workerData as CitedExport);
parentPort?.postMessage(bytes, [bytes.buffer]);
