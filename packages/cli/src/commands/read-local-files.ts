import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

const SKIPPED = new Set(['.git', 'node_modules', '.ibid', 'dist', '.DS_Store']);
/** The size of one request, which bounds memory for folders of any size. */
const BATCH_BYTES = 16 * 1024 * 1024;
const BATCH_FILES = 50;

interface LocalFile {
  /** Relative to the given path. */
  name: string;
  path: string;
  bytes: number;
  /** Modification time in milliseconds. */
  changed: number;
}

/** Files below a path, for sending to a remote server. */
export async function listLocalFiles(path: string): Promise<LocalFile[]> {
  const info = await stat(path);
  if (!info.isDirectory()) return [{ name: basename(path), path, bytes: info.size, changed: info.mtimeMs }];
  const files: LocalFile[] = [];
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const name = relative(path, full);
    if (name.split('/').some((part) => SKIPPED.has(part) || part.startsWith('.'))) continue;
    // Deleted between listing and stat.
    const found = await stat(full).catch(() => null);
    if (found) files.push({ name, path: full, bytes: found.size, changed: found.mtimeMs });
  }
  return files;
}

/** In the given order, as many per batch as a request should carry; a larger file goes alone. */
export function inBatches(files: readonly LocalFile[]): LocalFile[][] {
  const batches: LocalFile[][] = [];
  let batch: LocalFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (batch.length === BATCH_FILES || bytes + file.bytes > BATCH_BYTES)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.bytes;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

export async function readAsForm(files: readonly LocalFile[]): Promise<FormData> {
  const form = new FormData();
  for (const file of files) form.append('files', new Blob([await readFile(file.path)]), file.name);
  return form;
}
