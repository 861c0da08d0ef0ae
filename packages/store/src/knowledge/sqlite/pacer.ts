import { setImmediate as nextTurn } from 'node:timers/promises';

/** Yield the main thread at least this often. */
const SLICE_MILLISECONDS = 15;

/** Await the returned function between small pieces of long work. */
export function pacer(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < SLICE_MILLISECONDS) return;
    await nextTurn();
    last = performance.now();
  };
}
