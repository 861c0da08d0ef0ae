import { realpath } from 'node:fs/promises';
import { delimiter, resolve, sep } from 'node:path';
import { Forbidden, NotFound } from '../errors/index.js';
import type { ServerOptions } from '../options.js';

/** System folders; `/proc` exposes the secrets of every process. */
const OF_THE_SYSTEM = ['/proc', '/sys', '/dev', '/etc', '/run', '/boot'];

type GuardOptions = Pick<ServerOptions, 'dataFolder' | 'folderRoots'>;

/**
 * Allows adding a file or folder of the server only where `IBID_FOLDER_ROOTS` permits it. The data folder contains
 * everybody's data and the key to it, so it is never allowed, whatever link leads there.
 */
export async function assertFolderAllowed(options: GuardOptions, path: string): Promise<void> {
  const found = await realpath(resolve(path)).catch(() => null);
  const real = found ?? resolve(path);
  if (real === '/' || (await foldersNeverRead(options)).some((never) => isWithin(real, never)))
    throw new Forbidden(
      `${path} belongs to the system or to Ibid itself and is never added. Choose a folder with documents.`,
      'folder_not_allowed',
    );
  await assertWithinRoots(options, real);
  // Only for allowed places; elsewhere, nobody learns what exists.
  if (found === null)
    throw new NotFound(`There is no folder or file ${path} on the server.`, 'path_not_found');
}

async function assertWithinRoots(options: GuardOptions, real: string): Promise<void> {
  if (options.folderRoots === null) return;
  const roots = await Promise.all(options.folderRoots.map((root) => realpath(root).catch(() => root)));
  if (roots.some((root) => isWithin(real, root))) return;
  const allowed =
    roots.length === 0
      ? 'No folder of this server may be added yet.'
      : `Only folders below ${options.folderRoots.join(', ')} may be added.`;
  throw new Forbidden(
    `${allowed} Whoever runs the server can allow more: IBID_FOLDER_ROOTS is a list of folders, separated by "${delimiter}".`,
    'folder_not_allowed',
  );
}

/** Folders skipped even below an allowed one. */
export async function foldersNeverRead({ dataFolder }: GuardOptions): Promise<string[]> {
  return [...OF_THE_SYSTEM, await realpath(dataFolder).catch(() => resolve(dataFolder))];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
