import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ContextSettings } from '../context/context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import type { UserMessage } from '../messages/chat-message.js';
import type { RunTurnOptions, TurnContextInput } from '../turn/run-turn-options.js';
import { systemClock } from '../turn/system-clock.js';

/**
 * A model with a window of 32,000 tokens, for tests that need any model.
 *
 * ```ts
 * import { testModelProfile } from '@ibid/core/testing';
 *
 * console.log({ ...testModelProfile, contextWindow: 4_000 });
 * ```
 */
export const testModelProfile: ModelProfile = {
  modelId: 'scripted-model',
  contextWindow: 32_000,
  maxOutputTokens: 4_000,
  vision: false,
  tokenizer: 'o200k_base',
  canForbidTools: true,
  cacheBreakpoints: 'none',
};

const settings: ContextSettings = {
  reservedOutputTokens: 4_000,
  safetyMarginShare: 0.05,
  projectShare: 0.6,
  citationRulesAfterSearchOnly: false,
  pastResultSummaries: false,
  summaryThresholdShare: 0.75,
  summaryKeepShare: 0.2,
};

/**
 * A user message with only a text.
 *
 * ```ts
 * import { testUserMessage } from '@ibid/core/testing';
 *
 * console.log(testUserMessage('Hello?').text); // 'Hello?'
 * ```
 */
export function testUserMessage(text: string, changes: Partial<UserMessage> = {}): UserMessage {
  return {
    role: 'user',
    id: 'message-user',
    text,
    files: [],
    images: [],
    createdAt: '2026-01-02T03:04:05.000Z',
    ...changes,
  };
}

/**
 * Options of a minimal turn with one question; tests override what they are about.
 *
 * ```ts
 * import { runTurn } from '@ibid/core';
 * import { scriptedModel, testTurnOptions } from '@ibid/core/testing';
 *
 * const options = testTurnOptions({ model: scriptedModel([[{ text: 'Hello.' }]]), question: 'Hello?' });
 * console.log((await runTurn(options).result).status); // 'complete'
 * ```
 */
export function testTurnOptions(
  options: { model: LanguageModelV4; question?: string; context?: Partial<TurnContextInput> } & Partial<
    Omit<RunTurnOptions, 'model' | 'context'>
  >,
): RunTurnOptions {
  const { question, context, ...rest } = options;
  let ids = 0;
  return {
    conversationId: 'conversation-1',
    turnId: 'turn-1',
    assistantMessageId: 'message-assistant',
    user: testUserMessage(question ?? 'What is it?'),
    ledger: { sources: [] },
    tools: [],
    descriptors: null,
    clock: systemClock,
    newId: () => `id-${++ids}`,
    context: {
      model: testModelProfile,
      settings,
      systemPrompt: null,
      agent: null,
      project: null,
      pastTurns: [],
      summary: null,
      descriptorsEnabled: false,
      userReminder: null,
      timeZone: 'UTC',
      ...context,
    },
    ...rest,
  };
}
