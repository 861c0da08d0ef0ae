import type { LanguageModelV4ToolCallPart } from '@ai-sdk/provider';
import type { ToolCallRecord } from '../messages/chat-message.js';
import { wholeCharacterEnd } from '../descriptors/page-end.js';
import type { JsonValue } from '../messages/json-value.js';
import { CALL_OVERHEAD } from './block.js';
import type { ContextPart } from './context-report.js';

/** Characters of long arguments that are kept when they have to make room. */
const SHORT_CHARACTERS = 200;
/** Below this length the note would cost about as much as the cut saves. */
export const LONG_ARGUMENTS = 3 * SHORT_CHARACTERS;

export interface RenderedCall {
  content: LanguageModelV4ToolCallPart;
  part: ContextPart;
}

/**
 * A call as the model made it. Arguments that were not a JSON object are wrapped in one, because providers accept only
 * objects.
 */
export function renderCall(options: {
  call: ToolCallRecord;
  /** Show only the beginning of long arguments (CTX-11). */
  short?: boolean;
  reason: string;
  count: (text: string) => number;
}): RenderedCall {
  const { call } = options;
  const given =
    typeof call.input === 'object' && call.input !== null && !Array.isArray(call.input)
      ? call.input
      : { invalid_arguments: call.input };
  const input = options.short ? shortened(given) : given;
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

function shortened(input: { [key: string]: JsonValue }): { [key: string]: JsonValue } {
  const text = JSON.stringify(input);
  if (text.length <= LONG_ARGUMENTS) return input;
  const hidden = text.length - SHORT_CHARACTERS;
  const beginning = text.slice(0, wholeCharacterEnd(text, 0, SHORT_CHARACTERS));
  return { shortened_arguments: `${beginning} [… ${hidden} more characters left out to fit the context]` };
}
