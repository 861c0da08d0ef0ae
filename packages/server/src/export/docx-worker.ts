import { parentPort, workerData } from 'node:worker_threads';
import type { CitedExport } from './cited-export.js';
import { toDocx } from './to-docx.js';

// The body of a worker thread that writes one document.
const bytes = await toDocx(workerData as CitedExport);
parentPort?.postMessage(bytes, [bytes.buffer]);
