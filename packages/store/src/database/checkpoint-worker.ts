import { statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { insideNative, type NativeThreadData } from '@ibid/retrieval/threads';
import { loadSqlite } from './sqlite-library.js';

// Copies what was committed from the log into the database. Waiting for the disk happens here, where it stops nobody.
const settings = workerData as NativeThreadData & { path: string; bytes: number; milliseconds: number };
const { path, bytes, milliseconds } = settings;
const connection = await insideNative(settings, async () => {
  const opened = (await loadSqlite())(path);
  opened.exec('pragma busy_timeout = 1000');
  opened.exec('pragma synchronous = normal');
  return opened;
});

if (connection)
  setInterval(() => {
    void insideNative(settings, () => {
      try {
        if (statSync(`${path}-wal`).size >= bytes) connection.prepare('pragma wal_checkpoint(passive)').all();
      } catch {
        // No log yet, or another process has the lock: the next time will do.
      }
    });
  }, milliseconds);
