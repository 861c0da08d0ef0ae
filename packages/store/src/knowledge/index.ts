export { hiddenItems } from './hidden-items.js';
export { changedSinceCited, dropUncitedRevisions } from './item-revisions.js';
export { itemHasContent } from './item-has-content.js';
export type { NewKnowledgeBase } from './knowledge-bases.js';
export { knowledgeSourceReader } from './knowledge-source-reader.js';
export { knowledgeVersion } from './knowledge-version.js';
export { openKnowledge } from './open-knowledge.js';
export type { Knowledge, KnowledgeStatus, OpenKnowledgeOptions } from './open-knowledge.js';
