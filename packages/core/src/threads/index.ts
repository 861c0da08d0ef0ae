export { FairQueue } from './fair-queue.js';
export { insideNative } from './inside-native.js';
export { startNativeThread } from './start-native-thread.js';
export type { NativeThread, NativeThreadData } from './start-native-thread.js';
export { writeInThread } from './write-in-thread.js';
