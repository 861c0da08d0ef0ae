import { setTimeout } from 'node:timers/promises';

/**
 * Keeps a thread from being terminated inside native code. C++ addons abort the whole process if their thread is
 * terminated while they create a result, so the gate must be shut before the thread is ended.
 */
const OPEN = 0;
const INSIDE = 1;
const SHUT = 2;

export type NativeGate = Int32Array<SharedArrayBuffer>;

export function createNativeGate(): NativeGate {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Runs native work in the thread, one piece at a time. Returns null once the gate is shut. */
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

/** From another thread: waits for the current work, then shuts the gate. */
export async function shutGate(gate: NativeGate): Promise<void> {
  // A timer, because `Atomics.waitAsync` would not keep the process alive until the work is done.
  while (Atomics.compareExchange(gate, 0, OPEN, SHUT) === INSIDE) await setTimeout(2);
}

/** The same without awaiting, for process exit. */
export function shutGateNow(gate: NativeGate, options: { milliseconds: number }): void {
  const end = performance.now() + options.milliseconds;
  while (Atomics.compareExchange(gate, 0, OPEN, SHUT) === INSIDE) {
    const left = end - performance.now();
    if (left <= 0 || Atomics.wait(gate, 0, INSIDE, left) === 'timed-out') return;
  }
}
