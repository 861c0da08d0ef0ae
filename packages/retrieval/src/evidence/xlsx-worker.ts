import { parentPort, workerData } from 'node:worker_threads';
import type { ExportedEvidence, ExportedRow } from './export-evidence.js';
import { writeSpreadsheet } from './write-spreadsheet.js';

// Worker thread: collects rows until there are no more, then writes one spreadsheet.
const rows: ExportedRow[] = [];
await new Promise<void>((resolve) => {
  parentPort?.on('message', (some: ExportedRow[] | null) => {
    if (some === null) resolve();
    else rows.push(...some);
  });
});
const table = workerData as Pick<ExportedEvidence, 'name' | 'columns'>;
const bytes = new Uint8Array(await writeSpreadsheet(table, rows));
parentPort?.postMessage(bytes, [bytes.buffer]);
parentPort?.close();
