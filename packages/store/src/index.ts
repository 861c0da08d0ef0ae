export * from './database/index.js';
export * from './state/index.js';
