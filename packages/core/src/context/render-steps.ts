import type {
  LanguageModelV4Message,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { ToolCallRecord, TurnStep } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import { withFields } from '../messages/with-fields.js';
import type { StepProviderData } from '../messages/step-provider-data.js';
import { type Block, blockOf, CALL_OVERHEAD } from './block.js';
import type { ContextPart } from './context-report.js';
import type { RenderedCall } from './render-call.js';
import { narrationParts } from './render-past-turn.js';
import type { RenderedResult } from './render-tool-result.js';
import { wellFormed } from './well-formed.js';

/** CTX-1: this turn's calls and results so far, step by step. */
export function renderSteps(options: {
  steps: readonly TurnStep[];
  /** One per call, across all steps. */
  results: readonly RenderedResult[];
  /** Number of oldest steps left out (CTX-11). */
  dropped: number;
  /** Renders a call; `place` is its index among all calls. */
  renderCall: (call: ToolCallRecord, place: number) => RenderedCall;
  count: (text: string) => number;
}): Block {
  const messages: LanguageModelV4Message[] = [];
  const parts: ContextPart[] = [];
  let next = 0;
  for (const [index, step] of options.steps.entries()) {
    if (step.calls.length === 0) continue;
    if (index < options.dropped) {
      next += step.calls.length;
      continue;
    }
    const first = next;
    const data = providerDataOf(step);
    const reasoning = reasoningOf(data, options.count);
    const narration = narrationParts(step.narration, options.count);
    const calls = step.calls.map((call, place) => options.renderCall(call, first + place));
    const outputs = step.calls.map((call) => {
      const result = options.results[next] as RenderedResult;
      next += 1;
      const type = call.outcome?.isError ? ('error-text' as const) : ('text' as const);
      return { call, type, text: result.text };
    });
    messages.push(
      {
        role: 'assistant',
        content: [
          ...reasoning.content,
          ...narration.map((part): LanguageModelV4TextPart => ({
            type: 'text',
            text: part.text,
            ...optionsFrom(data.text),
          })),
          ...calls.map(({ content }) => withFields(content, optionsFrom(data.calls?.[content.toolCallId]))),
        ],
      },
      {
        role: 'tool',
        content: outputs.map(({ call, type, text }) => ({
          type: 'tool-result',
          toolCallId: call.callId,
          toolName: call.toolName,
          output: { type, value: text },
        })),
      },
    );
    parts.push(...reasoning.parts, ...narration, ...calls.map((call) => call.part));
    for (const { call, text } of outputs) {
      parts.push({
        kind: 'tool-result',
        tokens: options.count(text) + CALL_OVERHEAD,
        origin: call.callId,
        reason: call.outcome ? `result of ${call.toolName}` : 'the call did not finish',
        text,
      });
    }
  }
  return blockOf(messages, parts);
}

/** Reasoning is sent back only if the provider signed it, and only within the turn. */
function reasoningOf(data: StepProviderData, count: (text: string) => number) {
  const content: LanguageModelV4ReasoningPart[] = [];
  const parts: ContextPart[] = [];
  for (const block of data.reasoning ?? []) {
    const text = wellFormed(block.text);
    content.push({ type: 'reasoning', text, ...optionsFrom(block.metadata) });
    parts.push({
      kind: 'answer',
      // Signatures and encrypted reasoning are sent along and counted as text.
      tokens: count(text) + count(JSON.stringify(block.metadata)) + CALL_OVERHEAD,
      origin: 'reasoning',
      reason: 'the provider wants its reasoning back within the turn',
      text,
    });
  }
  return { content, parts };
}

function providerDataOf(step: TurnStep): StepProviderData {
  const data = step.providerMetadata;
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as StepProviderData) : {};
}

function optionsFrom(metadata: JsonValue | undefined): { providerOptions?: SharedV4ProviderOptions } {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return {};
  return { providerOptions: metadata as SharedV4ProviderOptions };
}
