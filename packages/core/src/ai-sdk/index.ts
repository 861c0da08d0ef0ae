export { createAiSdkConversation } from './conversation.js';
export type { AiSdk6Middleware, AiSdkConversation, AiSdkConversationOptions } from './ai-sdk-conversation.js';
export { citationsOf } from './citations-of.js';
export type { AiSdkTool, AiSdkToolLike, AiSdkToolOutput, OutputOf, SourcesOf } from './wrap-tools.js';
export type { CitablePassage } from './citable-passage.js';
export type { AiSdkMessage } from './fit-messages.js';
export type { AiSdkStep, PreparedStep } from './prepare-step.js';
export type { MessageWithMetadata } from './ledger-of-messages.js';
