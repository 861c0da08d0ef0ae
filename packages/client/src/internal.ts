// Everything, for Ibid's own packages, without a stability promise. The public interface is index.ts.
export * from './api-error.js';
export * from './ibid-client.js';
export * from './read-events.js';
export * from './routes.js';
