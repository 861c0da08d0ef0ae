import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { AssembledContext, ContextInput } from '../context/context-input.js';
import { wholeResult } from './whole-result.js';

/** Stands in until the engine's own assembly is in the tree. */
export function assemblePlainly(input: ContextInput): AssembledContext {
  const prompt: LanguageModelV4Prompt = [];
  if (input.systemPrompt) prompt.push({ role: 'system', content: input.systemPrompt });
  for (const turn of input.pastTurns) {
    prompt.push({ role: 'user', content: [{ type: 'text', text: turn.user.text }] });
    if (turn.assistant?.answer) {
      prompt.push({ role: 'assistant', content: [{ type: 'text', text: turn.assistant.answer }] });
    }
  }
  prompt.push({ role: 'user', content: [{ type: 'text', text: input.current.user.text }] });
  const shown: [number, NonNullable<NonNullable<ReturnType<typeof chunksOf>>>][] = [];
  for (const step of input.current.steps) {
    prompt.push({
      role: 'assistant',
      content: [
        ...(step.narration ? [{ type: 'text' as const, text: step.narration }] : []),
        ...step.calls.map((call) => ({
          type: 'tool-call' as const,
          toolCallId: call.callId,
          toolName: call.toolName,
          input: call.input,
        })),
      ],
    });
    prompt.push({
      role: 'tool',
      content: step.calls.map((call) => ({
        type: 'tool-result',
        toolCallId: call.callId,
        toolName: call.toolName,
        output: { type: 'text', value: call.outcome ? wholeResult(call.outcome, input.ledger) : '' },
      })),
    });
    for (const call of step.calls) {
      for (const chunk of call.outcome?.chunks ?? []) {
        const source = input.ledger.sources.find((one) => one.itemId === chunk.itemId);
        if (source) shown.push([source.number, [chunk]]);
      }
    }
  }
  if (input.userReminder)
    prompt.push({ role: 'user', content: [{ type: 'text', text: input.userReminder }] });
  return {
    prompt,
    ledger: input.ledger,
    shownChunks: new Map(shown),
    toolChoice: input.isLastStep ? (input.model.canForbidTools ? 'none' : 'omit') : 'auto',
    report: {
      modelId: input.model.modelId,
      tokenizer: 'none',
      parts: [],
      removals: [],
      budget: { window: 0, reservedOutput: 0, safetyMargin: 0, toolDefinitions: 0, available: 0 },
      totalTokens: 0,
      project: { mode: 'none', reason: '' },
      sharedPrefixTokens: null,
    },
  };
}

function chunksOf(input: ContextInput) {
  return input.current.steps[0]?.calls[0]?.outcome?.chunks;
}
