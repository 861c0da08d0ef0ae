import { join } from 'node:path';
import { startNativeThread } from '@ibid/core/internal/threads';
import { sql } from 'kysely';
import { packageUrl } from '@ibid/retrieval/internal';
import type { OpenDatabase } from './open-database.js';

const DEFAULT_BYTES = 4 * 1024 * 1024;
const DEFAULT_MILLISECONDS = 500;
/** Of 4 KiB each. Beyond this the writer checkpoints, which bounds the log even if the thread fails. */
const BACKSTOP_PAGES = 16_000;

/**
 * Checkpoints SQLite's log in a thread. If the writer did it, a commit would now and then wait for the disk and hold up
 * every stream of the server. Does nothing for PostgreSQL. Returns a function that stops the thread.
 */
export async function checkpointInBackground(
  database: Pick<OpenDatabase, 'db' | 'folder'>,
  options: {
    bytes?: number;
    milliseconds?: number;
    /** Called if the thread's one check of the file finds damage. */
    onDamage?: (damage: string) => void;
  } = {},
): Promise<() => Promise<void>> {
  if (database.folder === null) return () => Promise.resolve();
  const thread = startNativeThread(packageUrl(import.meta.url, 'lib/database/checkpoint-worker.js'), {
    workerData: {
      path: join(database.folder, 'ibid.db'),
      bytes: options.bytes ?? DEFAULT_BYTES,
      milliseconds: options.milliseconds ?? DEFAULT_MILLISECONDS,
    },
  });
  thread.worker.unref();
  thread.worker.on('message', (message: unknown) => {
    const { damage } = (message ?? {}) as { damage?: unknown };
    if (typeof damage === 'string') options.onDamage?.(damage);
  });
  const setLimit = (pages: number) => sql.raw(`pragma wal_autocheckpoint = ${pages}`).execute(database.db);
  // Without the thread, the writer checkpoints as before.
  thread.worker.once('error', () => void setLimit(1_000).catch(() => undefined));
  await setLimit(BACKSTOP_PAGES);
  return () => thread.end();
}
