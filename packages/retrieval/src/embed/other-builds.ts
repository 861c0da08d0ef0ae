import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What was deleted. Null if the embedder's runtime is not installed or has no build for this machine. */
type FreedSpace = { bytes: number; builds: string[] } | null;

/**
 * The runtime's package contains builds for every system, 290 MB in all, and loads only one. This deletes the others. A
 * new installation brings them back.
 */
export function removeOtherBuilds(folder: string | null = runtimeFolder()): FreedSpace {
  if (folder === null || !existsSync(folder)) return null;
  const own = join(process.platform, process.arch);
  const builds = foldersIn(folder).flatMap((version) =>
    foldersIn(join(folder, version)).flatMap((system) =>
      foldersIn(join(folder, version, system)).map((processor) => ({
        name: join(system, processor),
        path: join(folder, version, system, processor),
      })),
    ),
  );
  // Without a build for this machine, keep everything: another system may use these files, for example over a share.
  if (!builds.some(({ name }) => name === own)) return null;
  const others = builds.filter(({ name }) => name !== own);
  const bytes = others.reduce((sum, { path }) => sum + sizeOf(path), 0);
  for (const { path } of others) rmSync(path, { recursive: true });
  return { bytes, builds: others.map(({ name }) => name).sort() };
}

function runtimeFolder(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json')), 'bin');
  } catch {
    return null;
  }
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}
