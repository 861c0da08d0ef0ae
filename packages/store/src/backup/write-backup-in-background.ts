import { startNativeThread } from '@ibid/core/internal/threads';
import { packageUrl } from '@ibid/retrieval/internal';
import type { DataPlace } from './snapshot-database.js';
import type { writeBackup } from './write-backup.js';

type Made = Awaited<ReturnType<typeof writeBackup>>;

/** Like `writeBackup`, but in a worker thread, which keeps the server responsive. */
export async function writeBackupInBackground(
  options: DataPlace & { path: string; passphrase?: string | undefined },
): Promise<Made> {
  const thread = startNativeThread(packageUrl(import.meta.url, 'lib/backup/backup-worker.js'), {
    workerData: { ...options },
  });
  try {
    const told = await new Promise<{ made: Made } | { problem: string } | null>((resolve, reject) => {
      thread.worker.once('message', resolve);
      thread.worker.once('error', reject);
      thread.worker.once('exit', () => resolve(null));
    });
    if (told && 'made' in told) return told.made;
    throw new Error(told?.problem ?? 'The backup was stopped before it was complete.');
  } finally {
    await thread.end();
  }
}
