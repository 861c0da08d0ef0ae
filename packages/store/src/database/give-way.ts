import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that a chain of statements keeps the main thread. */
const SLICE_MILLISECONDS = 12;

/** When the chain that has the thread began; null once other work had its turn. */
let begunAt: number | null = null;

/**
 * Lets other work of the process run when it has waited long enough. SQLite answers at once, so a transaction of
 * thousands of statements would otherwise stop every stream of the server until it is done.
 */
export async function giveWay(): Promise<void> {
  if (isTimeToGiveWay()) await nextTurn();
}

/**
 * For who is asked often: nothing need be waited for where this is false. A short transaction is never interrupted:
 * while it waited for its turn it would keep everybody else from writing.
 */
export function isTimeToGiveWay(): boolean {
  if (begunAt !== null) return performance.now() - begunAt >= SLICE_MILLISECONDS;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
  return false;
}
