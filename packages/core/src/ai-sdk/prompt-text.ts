import type { LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import { CALL_OVERHEAD, MESSAGE_OVERHEAD } from '../context/block.js';
import { imageTokens } from '../tokens/image-tokens.js';

type Part = Exclude<LanguageModelV4Message['content'], string>[number];

/** Tokens of a message, estimated on the high side. */
export function messageTokens(message: LanguageModelV4Message, count: (text: string) => number): number {
  if (typeof message.content === 'string') return count(message.content) + MESSAGE_OVERHEAD;
  let tokens = MESSAGE_OVERHEAD;
  for (const part of message.content) {
    const image = isImage(part) ? imageTokens({ width: 0, height: 0 }) : 0;
    tokens += count(partText(part)) + image + CALL_OVERHEAD;
  }
  return tokens;
}

/** A message as plain text, for its descriptor. */
export function storedText(message: LanguageModelV4Message): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.map(partText).join('\n');
}

/** What the model reads of a tool result. */
export function resultText({ output }: LanguageModelV4ToolResultPart): string {
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  if (output.type === 'json' || output.type === 'error-json') return JSON.stringify(output.value);
  if (output.type === 'execution-denied') return output.reason ?? '';
  return output.value.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return `${part.toolName}(${JSON.stringify(part.input)})`;
    case 'tool-result':
      return `${part.toolName}: ${resultText(part)}`;
    case 'file':
      return textOfFile(part) ?? `[${part.mediaType} ${part.filename ?? ''}]`;
    default:
      return (part.type as string) === 'image' ? '[image]' : JSON.stringify(part);
  }
}

/** In messages that are not yet a prompt, `data` may be the bytes themselves. */
function textOfFile(part: Extract<Part, { type: 'file' }>): string | null {
  return part.data.type === 'text' ? part.data.text : null;
}

/** `image` parts occur in messages that are not yet a prompt. */
function isImage(part: Part): boolean {
  return (part.type as string) === 'image' || (part.type === 'file' && !textOfFile(part));
}
