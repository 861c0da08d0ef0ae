import type { ContextSettings, ModelProfile } from './context-input.js';

/** A small window must not lose most of itself to the answer. */
const MOST_SHARE = 0.25;

/** CTX-10: tokens kept free for the answer: as set, but no more than the model writes or a quarter of its window. */
export function reservedOutput(model: ModelProfile, settings: ContextSettings): number {
  const most = Math.max(1, Math.floor(model.contextWindow * MOST_SHARE));
  return Math.min(settings.reservedOutputTokens, model.maxOutputTokens, most);
}
