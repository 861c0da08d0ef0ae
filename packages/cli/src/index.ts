// Ask a folder
export { openLibrary } from './library/open-library.js';
export type { OpenLibraryOptions, Library } from './library/open-library.js';
export { LibraryConversation } from './library/library-conversation.js';
export type { LibraryAnswer, ConversationSnapshot } from './library/library-conversation.js';
export { AnswerFailed } from './library/answer-failed.js';

// Measure a search
export * from './eval/index.js';
