import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { walkFolder } from '@ibid/retrieval/internal';

/**
 * A hash of the names, sizes and times of all files below a folder; it changes when one of them does. Checking is cheap
 * compared with reading, so it can be done often. Null if the folder cannot be read.
 */
export async function folderFingerprint(path: string, except: readonly string[]): Promise<string | null> {
  try {
    const { files, unreadable } = await walkFolder({ folder: path, except });
    const hash = createHash('sha256');
    for (const file of files) {
      const { size, mtimeMs } = await stat(file.path);
      hash.update(`${file.relativePath}\0${size}\0${mtimeMs}\n`);
    }
    for (const folder of unreadable) hash.update(`${folder.relativePath}\0unreadable\n`);
    return hash.digest('hex');
  } catch {
    return null;
  }
}
