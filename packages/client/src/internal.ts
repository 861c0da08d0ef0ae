// For Ibid's own packages: everything, without a promise that it stays. What others may use is in index.ts.
export * from './api-error.js';
export * from './ibid-client.js';
export * from './read-events.js';
export * from './routes.js';
