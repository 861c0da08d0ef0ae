import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files below a folder whose bytes contain one of these lowercase words, with the word. */
export async function filesWith(folder: string, ...words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry);
    if (!(await stat(path).catch(() => null))?.isFile()) continue;
    const bytes = (await readFile(path)).toString('latin1').toLowerCase();
    for (const word of words) if (bytes.includes(word)) found.push(`${entry}: ${word}`);
  }
  return found;
}
