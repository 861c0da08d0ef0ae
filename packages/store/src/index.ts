// Ask a folder
export { openLibrary } from './library/open-library.js';
export type { OpenLibraryOptions, Library } from './library/open-library.js';
export { LibraryConversation } from './library/library-conversation.js';
export type { LibraryAnswer, ConversationSnapshot } from './library/library-conversation.js';
export { AnswerFailed } from './library/answer-failed.js';

// The parts it is made of
export { openDatabase } from './database/open-database.js';
export type { OpenDatabase } from './database/open-database.js';
export { openKnowledge } from './knowledge/open-knowledge.js';
export type { Knowledge } from './knowledge/open-knowledge.js';
export { DynamicToolRepository } from './agentic/dynamic-tool-repository.js';
