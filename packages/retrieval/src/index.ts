export * from './knowledge/index.js';
export * from './parse/index.js';
export * from './ingest/index.js';
export * from './chunk/index.js';
export * from './analyse/index.js';
export * from './embed/index.js';
export * from './links/index.js';
export * from './rank/index.js';
