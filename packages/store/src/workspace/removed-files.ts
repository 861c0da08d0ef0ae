import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Next to the layer's folder, where no path of a model leads. */
const besideLayer = (layerFolder: string) => `${layerFolder}.removed`;

/** Paths of earlier layers that a layer removed. */
export async function readRemoved(layerFolder: string): Promise<Set<string>> {
  const text = await readFile(besideLayer(layerFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return new Set(JSON.parse(text) as string[]);
}

export async function writeRemoved(layerFolder: string, paths: ReadonlySet<string>): Promise<void> {
  const file = besideLayer(layerFolder);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, JSON.stringify([...paths]), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
