// `@ibid/core/context`: deciding what the model sees only.
export { assembleContext } from '../context/assemble-context.js';
export { createContextAssembler } from '../context/create-context-assembler.js';
export type { ContextInput, ContextSettings } from '../context/context-input.js';
export type { ModelProfile } from '../tokens/model-profile.js';
export { defaultContextSettings } from '../context/context-settings.js';
export { ContextOverflow } from '../context/context-overflow.js';
export { modelProfileOf } from '../tokens/model-profile-of.js';
export { packagedSystemPrompt } from '../context/system-prompt.js';
export { summariseHistory } from '../context/summary/summarise-history.js';
export type { PastTurn } from '../messages/chat-message.js';
