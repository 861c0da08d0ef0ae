import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtInEmbeddingModel } from '../embed/local-model.js';

/** The files of the built-in embedder's package, laid out as at a hub. */
export function builtInFiles(): Record<string, Uint8Array> {
  const { folder } = builtInEmbeddingModel();
  const files: Record<string, Uint8Array> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length + 1).replaceAll('\\', '/')] = readFileSync(path);
  }
  return files;
}
