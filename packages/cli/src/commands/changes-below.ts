import { setTimeout as pause } from 'node:timers/promises';
import { listLocalFiles } from './read-local-files.js';

const LOOK_MILLISECONDS = 1_000;
/** Polling takes at most this share of the time, so a folder of a hundred thousand files is polled less often. */
const SHARE = 0.1;

/**
 * Yields the paths with changes below them since the last check, until the signal. Compares the size and time of every
 * file, because not every file system reports changes.
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

/** A path that cannot be read counts as empty. */
async function stateOf(path: string): Promise<string> {
  const files = await listLocalFiles(path).catch(() => []);
  return files.map(({ name, bytes, changed }) => `${name}\0${bytes}\0${changed}`).join('\n');
}
