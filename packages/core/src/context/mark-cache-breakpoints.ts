import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';

const ephemeral = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/**
 * For providers that cache only up to marked places: the ends of the stretches that stay the same longest, which are
 * the system prompt, the past turns, the current message, and everything before the reminder. At most four are taken.
 */
export function markCacheBreakpoints(
  prompt: LanguageModelV4Prompt,
  ends: readonly number[],
): LanguageModelV4Prompt {
  const marked = [...prompt];
  for (const end of new Set(ends)) {
    const message = marked[end - 1];
    if (!message) continue;
    const own: LanguageModelV4Message = {
      ...message,
      providerOptions: { ...message.providerOptions, ...ephemeral },
    };
    marked[end - 1] = own;
  }
  return marked;
}
