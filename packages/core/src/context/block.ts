import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { ContextPart } from './context-report.js';

/** A section of the context: the messages for the model, and the same content part by part for the report. */
export interface Block {
  messages: LanguageModelV4Message[];
  parts: ContextPart[];
  tokens: number;
}

/** Tokens a message costs besides its text, for role and separators. Estimated on the high side. */
export const MESSAGE_OVERHEAD = 4;
/** The same for one tool call or result inside a message. */
export const CALL_OVERHEAD = 8;

export const emptyBlock: Block = { messages: [], parts: [], tokens: 0 };

export function blockOf(messages: LanguageModelV4Message[], parts: ContextPart[]): Block {
  let tokens = 0;
  for (const part of parts) tokens += part.tokens;
  return { messages, parts, tokens };
}

/** A message of plain text as one part. */
export function textBlock(options: {
  role: 'system' | 'user' | 'assistant';
  part: Omit<ContextPart, 'tokens'>;
  count: (text: string) => number;
}): Block {
  const { role, part, count } = options;
  const text = part.text;
  const message: LanguageModelV4Message =
    role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] };
  return blockOf([message], [{ tokens: count(text) + MESSAGE_OVERHEAD, ...part }]);
}

export function addBlock(block: Block, further: Block): void {
  for (const message of further.messages) block.messages.push(message);
  for (const part of further.parts) block.parts.push(part);
  block.tokens += further.tokens;
}

export function joinBlocks(blocks: readonly Block[]): Block {
  const joined: Block = { messages: [], parts: [], tokens: 0 };
  for (const block of blocks) addBlock(joined, block);
  return joined;
}
