import { statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { loadSqlite } from './sqlite-library.js';

// Copies what was committed from the log into the database. Waiting for the disk happens here, where it stops nobody.
const { path, bytes, milliseconds } = workerData as { path: string; bytes: number; milliseconds: number };
const connection = (await loadSqlite())(path);
connection.exec('pragma busy_timeout = 1000');
connection.exec('pragma synchronous = normal');

setInterval(() => {
  try {
    if (statSync(`${path}-wal`).size >= bytes) connection.prepare('pragma wal_checkpoint(passive)').all();
  } catch {
    // No log yet, or another process has the lock: the next time will do.
  }
}, milliseconds);
