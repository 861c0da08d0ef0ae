import { parentPort, workerData } from 'node:worker_threads';
import { insideNative, type NativeThreadData } from '@ibid/core/internal/threads';
import { writeBackup } from './write-backup.js';

// Copying a database blocks its thread, so this runs in a worker.
const { path, dataFolder, databaseUrl, passphrase } = workerData as Parameters<typeof writeBackup>[0];
const told = await insideNative(workerData as NativeThreadData, async () => {
  try {
    return { made: await writeBackup({ path, dataFolder, databaseUrl, passphrase }) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
});
parentPort?.postMessage(told);
