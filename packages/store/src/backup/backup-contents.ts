import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export const FORMAT = 1;
/** The first entry of a backup. */
export const HEADER_NAME = 'backup.json';
/** The last entry. A backup without it is truncated. */
export const CONTENTS_NAME = 'contents.json';

export interface BackupHeader {
  format: number;
  madeAt: string;
  database: 'sqlite' | 'postgres';
}

export interface BackupContents {
  files: { path: string; bytes: number; sha256: string }[];
}

/** The database is copied separately. The other files are created or downloaded again when needed. */
const LEFT_OUT = /^(ibid\.db.*|blobs\/incoming|models|backups)$/u;

/** Sorted paths of the files of the data folder that belong in a backup. */
export async function listDataFiles(dataFolder: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (path: string): Promise<void> => {
    const entries = await readdir(join(dataFolder, path), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const inside = path ? `${path}/${entry.name}` : entry.name;
      if (LEFT_OUT.test(inside)) continue;
      if (entry.isDirectory()) await walk(inside);
      else if (entry.isFile()) found.push(inside);
    }
  };
  await walk('');
  return found.toSorted();
}
