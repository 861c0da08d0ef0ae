import { setTimeout } from 'node:timers/promises';

/**
 * Keeps a thread from being ended inside native code. Addons written in C++ abort the whole process when their thread
 * is terminated while they make a result, so whoever wants to end the thread shuts the gate first.
 */
const OPEN = 0;
const INSIDE = 1;
const SHUT = 2;

export type NativeGate = Int32Array<SharedArrayBuffer>;

export function createNativeGate(): NativeGate {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** In the thread, one at a time: runs the native work, or gives null once the gate is shut. */
export async function insideGate<Result>(
  gate: NativeGate,
  work: () => Result | Promise<Result>,
): Promise<Result | null> {
  if (Atomics.compareExchange(gate, 0, OPEN, INSIDE) !== OPEN) return null;
  try {
    return await work();
  } finally {
    Atomics.store(gate, 0, OPEN);
    Atomics.notify(gate, 0);
  }
}

/** From another thread: waits for the work inside, then lets no more in. */
export async function shutGate(gate: NativeGate): Promise<void> {
  // A timer, not Atomics.waitAsync: that would not keep the process alive until the work is done.
  while (Atomics.compareExchange(gate, 0, OPEN, SHUT) === INSIDE) await setTimeout(2);
}

/** The same where nothing can be awaited any more: when the process exits. */
export function shutGateNow(gate: NativeGate, options: { milliseconds: number }): void {
  const end = performance.now() + options.milliseconds;
  while (Atomics.compareExchange(gate, 0, OPEN, SHUT) === INSIDE) {
    const left = end - performance.now();
    if (left <= 0 || Atomics.wait(gate, 0, INSIDE, left) === 'timed-out') return;
  }
}
