import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { TokenUsage } from './tool-outcome.js';

/** The provider's count in our words. What it does not tell counts as none. */
export function convertUsage(usage: LanguageModelV4Usage): TokenUsage {
  const converted: TokenUsage = {
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
  };
  if (usage.inputTokens.cacheRead !== undefined) converted.cachedInputTokens = usage.inputTokens.cacheRead;
  if (usage.outputTokens.reasoning !== undefined) converted.reasoningTokens = usage.outputTokens.reasoning;
  return converted;
}
