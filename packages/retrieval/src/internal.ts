// For Ibid's own packages: everything, without a promise that it stays. What others may use is in index.ts.
export * from './knowledge/index.js';
export * from './parse/index.js';
export * from './ingest/index.js';
export * from './chunk/index.js';
export * from './analyse/index.js';
export * from './embed/index.js';
export * from './local-models/index.js';
export * from './links/index.js';
export * from './rank/index.js';
export * from './extractive/index.js';
export * from './agentic/index.js';
export * from './retrieve-context/index.js';
export * from './ask-user/index.js';
export * from './open-url/index.js';
export * from './tables/index.js';
export * from './whole/index.js';
export * from './evidence/index.js';
