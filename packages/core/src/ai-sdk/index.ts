export { createAiSdkConversation } from './conversation.js';
export type { AiSdkConversation, AiSdkConversationOptions } from './conversation.js';
export { sourcePart } from './cited-parts.js';
export type { AiSdkTool, AiSdkToolLike, AiSdkToolOutput, OutputOf, SourcesOf } from './wrap-tools.js';
