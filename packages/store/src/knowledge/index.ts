export { itemHasContent } from './item-has-content.js';
export { KnowledgeBaseNotFound } from './knowledge-base-not-found.js';
export { KnowledgeBases } from './knowledge-bases.js';
export type { NewKnowledgeBase } from './knowledge-bases.js';
export { knowledgeSourceReader } from './knowledge-source-reader.js';
export { knowledgeVersion } from './knowledge-version.js';
export { DatabaseKnowledgeWriter } from './knowledge-writer.js';
export { openKnowledge } from './open-knowledge.js';
export type { Knowledge, KnowledgeStatus, OpenKnowledgeOptions } from './open-knowledge.js';
