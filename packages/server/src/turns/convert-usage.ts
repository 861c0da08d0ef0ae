import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { TokenUsage } from '@ibid/core';

export function convertUsage(usage: LanguageModelV4Usage): TokenUsage {
  return {
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
    cachedInputTokens: usage.inputTokens.cacheRead ?? 0,
    reasoningTokens: usage.outputTokens.reasoning ?? 0,
  };
}
