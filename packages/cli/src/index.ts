// Ask a folder
export { openLibrary } from './library/open-library.js';
export type { Library, OpenLibraryOptions } from './library/open-library.js';
export type {
  ConversationSnapshot,
  LibraryAnswer,
  LibraryConversation,
} from './library/library-conversation.js';
export { AnswerFailed } from './library/answer-failed.js';
export { LibraryError } from './library/library-error.js';
export type { LibraryFile } from './library/library-files.js';
