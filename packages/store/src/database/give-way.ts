import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time that a chain of statements may hold the main thread. */
const SLICE_MILLISECONDS = 12;

/** When the current chain of statements began; null once other work has run. */
let begunAt: number | null = null;

/**
 * Yields to other work of the process once the time slice is used up. SQLite answers synchronously, so a transaction of
 * thousands of statements would otherwise block every stream of the server.
 */
export async function giveWay(): Promise<void> {
  if (isTimeToGiveWay()) await nextTurn();
}

/**
 * For hot paths: if this is false, there is no need to await. A short transaction is never interrupted, because a
 * paused transaction blocks all other writers.
 */
export function isTimeToGiveWay(): boolean {
  if (begunAt !== null) return performance.now() - begunAt >= SLICE_MILLISECONDS;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
  return false;
}
