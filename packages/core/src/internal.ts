// For Ibid's own packages: exports everything, without any promise of stability. The public API is in index.ts.
export * from './messages/index.js';
export * from './errors/index.js';
export * from './sources/index.js';
export * from './citations/index.js';
export * from './context/index.js';
export * from './descriptors/index.js';
export * from './tokens/index.js';
export * from './turn/index.js';
export { continuesDelta, isDelta } from './turn-view/join-deltas.js';
export type { DeltaPacket } from './turn-view/join-deltas.js';
