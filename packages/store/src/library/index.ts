export { AnswerFailed } from './answer-failed.js';
export { LibraryConversation } from './library-conversation.js';
export type { ConversationSnapshot, LibraryAnswer } from './library-conversation.js';
export { openLibrary } from './open-library.js';
export type { Library, OpenLibraryOptions } from './open-library.js';
