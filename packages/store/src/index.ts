export { openDatabase } from './database/open-database.js';
export { openKnowledge } from './knowledge/open-knowledge.js';
export { DynamicToolRepository } from './agentic/dynamic-tool-repository.js';
