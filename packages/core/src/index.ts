// Run a turn
export { runTurn } from './turn/run-turn.js';
export type { RunTurnOptions } from './turn/run-turn-options.js';
export type { TurnResult } from './turn/turn-result.js';
export type { Packet } from './turn/packet.js';
export { defaultRetryPolicy } from './turn/retry-policy.js';
export type { ToolOutcome } from './messages/tool-outcome.js';

// Write a tool
export { defineTool } from './messages/tool.js';
export type { Tool, ToolContext } from './messages/tool.js';
export type { RetrievedChunk } from './sources/retrieved-chunk.js';

// Decide what the model sees
export { assembleContext } from './context/assemble-context.js';
export { createContextAssembler } from './context/create-context-assembler.js';
export type { ContextInput, ContextSettings } from './context/context-input.js';
export type { ModelProfile } from './tokens/model-profile.js';
export { defaultContextSettings } from './context/context-settings.js';
export { ContextOverflow } from './context/context-overflow.js';
export { modelProfileOf } from './tokens/model-profile-of.js';
export { packagedSystemPrompt } from './context/system-prompt.js';
export { summariseHistory } from './context/summary/summarise-history.js';
export type { PastTurn } from './messages/chat-message.js';

// Number sources and check citations
export { SourceLedger } from './sources/source-ledger.js';
export type { SourceLedgerSnapshot, Source } from './sources/source.js';
export { checkCitations } from './citations/check-citations.js';
export { AnswerCitations } from './citations/answer-citations.js';
export type { Citation } from './citations/citation.js';
export { answerClaims } from './citations/answer-claims.js';
export { answerBalance, describeBalance } from './citations/answer-balance.js';
export { answerFound } from './citations/answer-found.js';
export { findContradictions } from './citations/contradictions/find-contradictions.js';
export { renderCitations } from './citations/render/citation-renderer.js';
export { formatSourceList } from './citations/render/format-source-list.js';
export type { SecondReader } from './citations/verify/refine-with-reader.js';

// Keep long text behind handles
export type { DescriptorStore } from './descriptors/descriptor-store.js';
export { MemoryDescriptorStore } from './descriptors/memory-descriptor-store.js';
export { descriptorTools } from './descriptors/tools/descriptor-tools.js';
export { ReferenceStream } from './descriptors/reference-tags/reference-stream.js';

// Errors and basic types
export { IbidError } from './errors/ibid-error.js';
export type { JsonValue } from './messages/json-value.js';
