import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { insideNative, type NativeThreadData } from '@ibid/core/internal/threads';
import { loadSqlite } from './sqlite-library.js';

// Copies committed pages from the log into the database. Waiting for the disk here blocks nobody.
const settings = workerData as NativeThreadData & { path: string; bytes: number; milliseconds: number };
const { path, bytes, milliseconds } = settings;
const connection = await insideNative(settings, async () => {
  const opened = (await loadSqlite())(path);
  opened.exec('pragma busy_timeout = 1000');
  opened.exec('pragma synchronous = normal');
  return opened;
});

/** Checking a larger file would hold up a server shutdown for too long. */
const MOST_CHECKED_BYTES = 1024 ** 3;

if (connection)
  void insideNative(settings, () => {
    try {
      if (statSync(path).size > MOST_CHECKED_BYTES) return;
      const [found] = connection.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
      if (found && found.quick_check !== 'ok') parentPort?.postMessage({ damage: found.quick_check });
    } catch (error) {
      if (/malformed|not a database/iu.test((error as Error).message))
        parentPort?.postMessage({ damage: (error as Error).message });
    }
  });

if (connection)
  setInterval(() => {
    void insideNative(settings, () => {
      try {
        if (statSync(`${path}-wal`).size >= bytes) connection.prepare('pragma wal_checkpoint(passive)').all();
      } catch {
        // No log yet, or another process holds the lock: try again next time.
      }
    });
  }, milliseconds);
