import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';

const ephemeral = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/**
 * For providers that cache only up to marked positions. Marks the ends of the sections that change least: the system
 * prompt, the past turns, the current message, and everything before the reminder. Providers accept at most four marks.
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
