import { setTimeout as pause } from 'node:timers/promises';
import { listLocalFiles } from './read-local-files.js';

const LOOK_MILLISECONDS = 1_000;
/** Looking takes at most this share of the time: a folder of a hundred thousand files is looked at less often. */
const SHARE = 0.1;

/**
 * The paths below which something changed since they were last looked at, each time that is so, until the signal. By
 * size and time of every file, because not every file system tells of changes.
 */
export async function* changesBelow(paths: readonly string[], signal: AbortSignal): AsyncGenerator<string[]> {
  const seen = new Map(await Promise.all(paths.map(async (path) => [path, await stateOf(path)] as const)));
  while (!signal.aborted) {
    const began = performance.now();
    const changed: string[] = [];
    for (const path of paths) {
      const state = await stateOf(path);
      if (state === seen.get(path)) continue;
      seen.set(path, state);
      changed.push(path);
    }
    if (changed.length > 0) yield changed;
    const took = performance.now() - began;
    await pause(Math.max(LOOK_MILLISECONDS, took / SHARE), null, { signal }).catch(() => {});
  }
}

/** One that is away for a moment is as it was. */
async function stateOf(path: string): Promise<string> {
  const files = await listLocalFiles(path).catch(() => []);
  return files.map(({ name, bytes, changed }) => `${name}\0${bytes}\0${changed}`).join('\n');
}
