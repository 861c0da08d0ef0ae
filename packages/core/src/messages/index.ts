export type { JsonValue } from './json-value.js';
export type {
  AssistantMessage,
  AttachedFile,
  AttachedImage,
  ChatMessage,
  FileState,
  PastTurn,
  ToolCallRecord,
  TurnStatus,
  TurnStep,
  UserMessage,
} from './chat-message.js';
