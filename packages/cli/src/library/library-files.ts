import type { IngestSource } from '@ibid/retrieval/internal';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LibraryError } from './library-error.js';

/**
 * A file to add to a library.
 *
 * ```ts
 * import type { LibraryFile } from 'ibid';
 *
 * const note: LibraryFile = { name: 'tides.md', content: { bytes: Buffer.from('High water is at noon.') } };
 * ```
 */
export interface LibraryFile extends Omit<IngestSource, 'externalId'> {
  /**
   * What identifies the file: adding it again updates its document. Default: its path, or the name if it comes as bytes.
   * Null: nothing does, and each time makes a new document.
   */
  externalId?: string | null;
}

export function withIdentity(file: LibraryFile): IngestSource {
  if (file.externalId !== undefined) return { ...file, externalId: file.externalId };
  const { content, name } = file;
  return { ...file, externalId: 'path' in content ? idOfPath(content.path) : idOfName(name) };
}

/** What a file may be known by, the most exact first. */
export function identitiesOf(file: string): string[] {
  return [file, idOfPath(file), idOfName(file)];
}

/** As `addFolder` names the files in a folder, so that the same file is one document, however it is added. */
function idOfPath(path: string): string {
  const whole = resolve(path);
  const folder = pathToFileURL(dirname(whole)).href.replace(/\/$/u, '');
  return `${folder}/${encodeURIComponent(basename(whole))}`;
}

/** As a server names uploads: a folder that has the same file takes the document over. */
function idOfName(name: string): string {
  return `upload:${name}`;
}

export async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (!found)
    throw new LibraryError(
      'folder_not_found',
      `There is no folder "${folder}" (as a full path: ${resolve(folder)}).`,
    );
  if (!found.isDirectory())
    throw new LibraryError(
      'not_a_folder',
      `"${folder}" is a file, not a folder. Add it with \`addFiles\`, or add the folder that it is in.`,
    );
}
