import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that a chain of statements keeps the main thread. */
const SLICE_MILLISECONDS = 12;

let lastTurn = 0;

/**
 * Lets other work of the process run when it has waited long enough. SQLite answers at once, so a transaction of
 * thousands of statements would otherwise stop every stream of the server until it is done.
 */
export async function giveWay(): Promise<void> {
  if (!isTimeToGiveWay()) return;
  await nextTurn();
  lastTurn = performance.now();
}

/** For who is asked often: nothing need be waited for where this is false. */
export function isTimeToGiveWay(): boolean {
  return performance.now() - lastTurn >= SLICE_MILLISECONDS;
}
