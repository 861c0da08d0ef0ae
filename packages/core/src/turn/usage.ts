import type { TokenUsage } from '../messages/tool-outcome.js';
import type { LanguageModelV4Usage } from '@ai-sdk/provider';

/** The sum of two usages; values that neither has stay absent. */
export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const sum: TokenUsage = {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
  if (a.cachedInputTokens !== undefined || b.cachedInputTokens !== undefined) {
    sum.cachedInputTokens = (a.cachedInputTokens ?? 0) + (b.cachedInputTokens ?? 0);
  }
  if (a.reasoningTokens !== undefined || b.reasoningTokens !== undefined) {
    sum.reasoningTokens = (a.reasoningTokens ?? 0) + (b.reasoningTokens ?? 0);
  }
  return sum;
}

/** Converts the provider's usage. Missing values count as 0. */
export function convertUsage(usage: LanguageModelV4Usage): TokenUsage {
  const converted: TokenUsage = {
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
  };
  if (usage.inputTokens.cacheRead !== undefined) converted.cachedInputTokens = usage.inputTokens.cacheRead;
  if (usage.outputTokens.reasoning !== undefined) converted.reasoningTokens = usage.outputTokens.reasoning;
  return converted;
}
