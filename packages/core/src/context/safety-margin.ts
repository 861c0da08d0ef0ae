import { isEncodingName } from '../tokens/encoding-name.js';
import type { ContextSettings, ModelProfile } from './context-input.js';

/** CTX-10: tokens kept free because the counts are another tokenizer's; none where they are the model's own. */
export function safetyMargin(model: ModelProfile, settings: ContextSettings): number {
  const isOwn = model.tokenizer !== null && isEncodingName(model.tokenizer);
  return isOwn ? 0 : Math.ceil(model.contextWindow * settings.safetyMarginShare);
}
