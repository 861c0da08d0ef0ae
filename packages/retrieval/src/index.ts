export * from './knowledge/index.js';
export * from './parse/index.js';
export * from './ingest/index.js';
export * from './chunk/index.js';
