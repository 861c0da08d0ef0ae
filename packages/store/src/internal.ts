// Everything, for Ibid's own packages, without a stability promise. The public interface is index.ts.
export * from './database/index.js';
export * from './state/index.js';
export * from './knowledge/index.js';
export * from './descriptors/index.js';
export * from './workspace/index.js';
export * from './agentic/index.js';
export * from './move/index.js';
export * from './backup/index.js';
export * from './audit/index.js';
export * from './evidence/index.js';
