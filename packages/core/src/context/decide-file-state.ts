import type { AttachedFile, FileState } from '../messages/chat-message.js';
import { countTokens } from '../tokens/count-tokens.js';
import type { ContextSettings } from './context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import { defaultContextSettings } from './context-settings.js';
import { reservedOutput, safetyMargin } from './reserves.js';

/**
 * Share of the window, after reserved output and margin, that one file may take. The rest is for the question about it.
 */
const FILE_SHARE = 0.75;

/**
 * CTX-4, second phase of an upload: the bytes are stored and the text is known; this decides how the text is used.
 * `text` is null if nothing could be extracted; `reason` then says why, worded for the model and the user.
 */
export function decideFileState(options: {
  text: string | null;
  model: ModelProfile;
  settings?: ContextSettings;
  /** Token count of the text, if it was counted before (see `countTokensInSlices`). */
  tokens?: number | undefined;
  /** Why there is no text, if the parser gave a reason. */
  reason?: string;
}): Pick<AttachedFile, 'state' | 'tokens' | 'reason'> & { state: FileState } {
  const { text, model, settings = defaultContextSettings } = options;
  if (text === null) {
    return {
      state: 'unreadable',
      tokens: null,
      reason: options.reason ?? 'No text could be extracted from it.',
    };
  }
  if (text.trim() === '') {
    return { state: 'counted', tokens: 0, reason: options.reason ?? 'It contains no text.' };
  }
  const tokens = options.tokens ?? countTokens(text, model.tokenizer);
  const room = fileRoom(model, settings);
  if (tokens <= room) return { state: 'counted', tokens };
  return { state: 'too_large', tokens, reason: `It has ${tokens} tokens; ${room} can be shown.` };
}

/** The most tokens that one attached file may take in this model's window. */
export function fileRoom(model: ModelProfile, settings: ContextSettings = defaultContextSettings): number {
  const margin = safetyMargin(model, settings);
  return Math.max(
    0,
    Math.floor((model.contextWindow - reservedOutput(model, settings) - margin) * FILE_SHARE),
  );
}
