import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, open, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WorkspaceFileExists } from '@ibid/core/internal';
import { RESERVED_PREFIX } from './check-workspace-path.js';

/**
 * Writes beside the file and then puts the new one in its place in a single step, so that a crash leaves the old file
 * or the new one. Returns the bytes written.
 */
export async function writeAtomically(options: {
  root: string;
  path: string;
  shownPath: string;
  pieces: AsyncIterable<Uint8Array>;
  /** A file that has come up in the meantime is an error. */
  mustBeNew: boolean;
  /** Called with the bytes so far; throws to give up. */
  onBytes: (bytes: number) => void;
  /** Called when everything is written and only the last step is left. */
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

/** What a crash left behind. Younger ones may belong to a write that is under way in another process. */
export async function sweepLeftovers(root: string, olderThanMilliseconds = 3_600_000): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(RESERVED_PREFIX)) continue;
    const path = join(root, name);
    const stats = await lstat(path).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs >= olderThanMilliseconds) await unlink(path).catch(() => {});
  }
}

/** Makes the new name itself safe; not every system can, and then it is its own business. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
