import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { TokenUsage } from '@ibid/core';

export function usageOf(usage: LanguageModelV4Usage): TokenUsage {
  return {
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
    ...(usage.inputTokens.cacheRead ? { cachedInputTokens: usage.inputTokens.cacheRead } : {}),
    ...(usage.outputTokens.reasoning ? { reasoningTokens: usage.outputTokens.reasoning } : {}),
  };
}

export function sumUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  const cached = (left.cachedInputTokens ?? 0) + (right.cachedInputTokens ?? 0);
  const reasoning = (left.reasoningTokens ?? 0) + (right.reasoningTokens ?? 0);
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    ...(cached > 0 ? { cachedInputTokens: cached } : {}),
    ...(reasoning > 0 ? { reasoningTokens: reasoning } : {}),
  };
}
