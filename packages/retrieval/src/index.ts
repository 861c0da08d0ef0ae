export * from './knowledge/index.js';
