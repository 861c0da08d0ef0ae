/**
 * The part of a chat completions request that the fake server reads.
 *
 * ```ts
 * import type { ChatRequest } from '@ibid/core/testing';
 *
 * const asked = ({ messages }: ChatRequest) => messages.at(-1)?.content;
 * ```
 */
export interface ChatRequest {
  model: string;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  messages: ChatRequestMessage[];
  tools?: {
    function: { name: string; parameters?: { properties?: Record<string, unknown>; required?: string[] } };
  }[];
  tool_choice?: unknown;
}

export interface ChatRequestMessage {
  role: string;
  content?: string | { type: string; text?: string }[] | null;
  tool_calls?: unknown[];
}

export function requestText(message: ChatRequestMessage | undefined): string {
  if (!message?.content) return '';
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => part.text ?? '').join('');
}
