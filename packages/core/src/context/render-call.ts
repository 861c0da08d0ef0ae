import type { LanguageModelV4ToolCallPart } from '@ai-sdk/provider';
import type { ToolCallRecord } from '../messages/chat-message.js';
import { CALL_OVERHEAD } from './block.js';
import type { ContextPart } from './context-report.js';

/** A call as the model made it. Arguments that were not JSON are kept under one name: providers take objects only. */
export function renderCall(options: {
  call: ToolCallRecord;
  reason: string;
  count: (text: string) => number;
}): { content: LanguageModelV4ToolCallPart; part: ContextPart } {
  const { call } = options;
  const input =
    typeof call.input === 'object' && call.input !== null && !Array.isArray(call.input)
      ? call.input
      : { invalid_arguments: call.input };
  const text = `${call.toolName}(${JSON.stringify(input)})`;
  return {
    content: { type: 'tool-call', toolCallId: call.callId, toolName: call.toolName, input },
    part: {
      kind: 'tool-call',
      tokens: options.count(text) + CALL_OVERHEAD,
      origin: call.callId,
      reason: options.reason,
      text,
    },
  };
}
