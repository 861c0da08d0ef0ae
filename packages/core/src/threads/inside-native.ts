import { insideGate } from './native-gate.js';
import type { NativeThreadData } from './start-native-thread.js';

/**
 * Runs native work, including loading the addon, one piece at a time, in a thread started by `startNativeThread`.
 * Returns null once the thread is being ended; no native code may run from then on.
 */
export function insideNative<Result>(
  data: NativeThreadData,
  work: () => Result | Promise<Result>,
): Promise<Result | null> {
  return insideGate(data.nativeGate, work);
}
