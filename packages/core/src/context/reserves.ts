import type { ContextSettings } from './context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import { isEncodingName } from '../tokens/encoding-name.js';

/** A small window must not lose most of itself to the answer. */
const MOST_SHARE = 0.25;

/** CTX-10: tokens kept free for the answer: as set, but no more than the model writes or a quarter of its window. */
export function reservedOutput(model: ModelProfile, settings: ContextSettings): number {
  const most = Math.max(1, Math.floor(model.contextWindow * MOST_SHARE));
  return Math.min(settings.reservedOutputTokens, model.maxOutputTokens, most);
}

/** CTX-10: tokens kept free because the counts are another tokenizer's; none where they are the model's own. */
export function safetyMargin(
  model: Pick<ModelProfile, 'contextWindow' | 'tokenizer'>,
  settings: ContextSettings,
): number {
  const isOwn = model.tokenizer !== null && isEncodingName(model.tokenizer);
  return isOwn ? 0 : Math.ceil(model.contextWindow * settings.safetyMarginShare);
}
