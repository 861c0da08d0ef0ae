import type { Stats } from 'node:fs';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkspacePathRefused } from '@ibid/core/internal';

export interface LocatedFile {
  folder: string;
  path: string;
  /** Null if it does not exist. */
  stats: Stats | null;
}

/**
 * Walks from the workspace's folder to a file and checks every part without following links. No part may be a link, and
 * the file may have no second hard link, which could be outside.
 */
export async function locateFile(root: string, names: readonly string[]): Promise<LocatedFile> {
  const shown = names.join('/');
  let path = root;
  for (const [index, name] of names.entries()) {
    const folder = path;
    path = join(path, name);
    const stats = await statsOf(path);
    if (!stats) return { folder: join(root, ...names.slice(0, -1)), path: join(root, ...names), stats: null };
    if (stats.isSymbolicLink()) throw new WorkspacePathRefused(shown, 'a part of it is a link');
    if (index < names.length - 1) {
      if (!stats.isDirectory()) throw new WorkspacePathRefused(shown, `${name} is a file, not a folder`);
      continue;
    }
    if (!stats.isFile()) throw new WorkspacePathRefused(shown, 'it is a folder or a special file');
    if (stats.nlink > 1) throw new WorkspacePathRefused(shown, 'it is a hard link');
    return { folder, path, stats };
  }
  throw new WorkspacePathRefused(shown, 'it names no file');
}

/** Creates the folders of a file and verifies that none is a link. */
export async function makeFolders(root: string, names: readonly string[]): Promise<void> {
  let folder = root;
  for (const name of names) {
    folder = join(folder, name);
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  if ((await realpath(folder)) !== join(await realpath(root), ...names))
    throw new WorkspacePathRefused(names.join('/'), 'a part of it is a link');
}

export async function statsOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
