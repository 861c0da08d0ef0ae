import type { ContextSettings } from './context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import { isEncodingName } from '../tokens/encoding-name.js';

/** The answer must not take most of a small window. */
const MOST_SHARE = 0.25;

/**
 * CTX-10: tokens reserved for the answer: the setting, but at most the model's output limit or a quarter of its window.
 */
export function reservedOutput(model: ModelProfile, settings: ContextSettings): number {
  const most = Math.max(1, Math.floor(model.contextWindow * MOST_SHARE));
  return Math.min(settings.reservedOutputTokens, model.maxOutputTokens, most);
}

/** CTX-10: tokens kept free because another tokenizer's counts are used; 0 if the tokenizer is the model's own. */
export function safetyMargin(
  model: Pick<ModelProfile, 'contextWindow' | 'tokenizer'>,
  settings: ContextSettings,
): number {
  const isOwn = model.tokenizer !== null && isEncodingName(model.tokenizer);
  return isOwn ? 0 : Math.ceil(model.contextWindow * settings.safetyMarginShare);
}
