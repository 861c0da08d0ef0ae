import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, open, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WorkspaceFileExists } from '@ibid/core/internal';
import { RESERVED_PREFIX } from './check-workspace-path.js';

/**
 * Writes to a temporary file and renames it in one step, so a crash leaves either the old file or the new one. Returns
 * the bytes written.
 */
export async function writeAtomically(options: {
  root: string;
  path: string;
  shownPath: string;
  pieces: AsyncIterable<Uint8Array>;
  /** Fail if the file has appeared in the meantime. */
  mustBeNew: boolean;
  /** Called with the bytes so far; throw to abort. */
  onBytes: (bytes: number) => void;
  /** Called when everything is written, before the final rename. */
  beforeReplace: () => Promise<void>;
}): Promise<number> {
  const temporary = join(options.root, `${RESERVED_PREFIX}${randomUUID()}`);
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(temporary, O_CREAT | O_EXCL | O_WRONLY | (O_NOFOLLOW ?? 0), 0o600);
  let bytes = 0;
  try {
    try {
      for await (const piece of options.pieces) {
        bytes += piece.byteLength;
        options.onBytes(bytes);
        await handle.writeFile(piece);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await options.beforeReplace();
    if (options.mustBeNew) {
      await link(temporary, options.path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new WorkspaceFileExists(options.shownPath) : error;
      });
      await unlink(temporary);
    } else await rename(temporary, options.path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(options.path));
  return bytes;
}

/** Removes what a crash left behind. Younger files may belong to a write in progress in another process. */
export async function sweepLeftovers(root: string, olderThanMilliseconds = 3_600_000): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(RESERVED_PREFIX)) continue;
    const path = join(root, name);
    const stats = await lstat(path).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs >= olderThanMilliseconds) await unlink(path).catch(() => {});
  }
}

/** Syncs the folder, which makes the rename durable. Ignored on systems that do not support it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
