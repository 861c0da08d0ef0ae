import { insideGate } from './native-gate.js';
import type { NativeThreadData } from './start-native-thread.js';

/**
 * In a thread that `startNativeThread` started: runs work of the addon, its loading included, one at a time. Returns null
 * once the thread is being ended; nothing native may run from then on.
 */
export function insideNative<Result>(
  data: NativeThreadData,
  work: () => Result | Promise<Result>,
): Promise<Result | null> {
  return insideGate(data.nativeGate, work);
}
