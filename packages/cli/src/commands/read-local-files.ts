import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

const SKIPPED = new Set(['.git', 'node_modules', '.ibid', 'dist', '.DS_Store']);

/** Files below a path, for sending to a remote server; names are relative to it. */
export async function readLocalFiles(path: string): Promise<{ name: string; content: Blob }[]> {
  const info = await stat(path);
  if (!info.isDirectory()) return [{ name: basename(path), content: new Blob([await readFile(path)]) }];
  const files: { name: string; content: Blob }[] = [];
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const name = relative(path, full);
    if (name.split('/').some((part) => SKIPPED.has(part) || part.startsWith('.'))) continue;
    files.push({ name, content: new Blob([await readFile(full)]) });
  }
  return files;
}
