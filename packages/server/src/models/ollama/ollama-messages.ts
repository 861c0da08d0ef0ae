import type {
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';

export interface OllamaMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  thinking?: string;
  /** Base64, without a prefix. */
  images?: string[];
  tool_calls?: { function: { name: string; arguments: unknown } }[];
  tool_name?: string;
}

/**
 * Converts a prompt to messages of `/api/chat`. Calls have no ids there: a result follows its call and names its tool.
 */
export function ollamaMessages(prompt: LanguageModelV4Prompt): OllamaMessage[] {
  return prompt.flatMap((message): OllamaMessage[] => {
    switch (message.role) {
      case 'system':
        return [{ role: 'system', content: message.content }];
      case 'user': {
        const images = message.content.flatMap((part) => (part.type === 'file' ? imageOf(part) : []));
        const content = message.content
          .map((part) => (part.type === 'text' ? part.text : textOf(part)))
          .join('\n');
        return [{ role: 'user', content, ...(images.length > 0 ? { images } : {}) }];
      }
      case 'assistant': {
        const of = (type: 'text' | 'reasoning') =>
          message.content.map((part) => (part.type === type ? part.text : '')).join('');
        const calls = message.content.flatMap((part) =>
          part.type === 'tool-call'
            ? [{ function: { name: part.toolName, arguments: inputOf(part.input) } }]
            : [],
        );
        const thinking = of('reasoning');
        return [
          {
            role: 'assistant',
            content: of('text'),
            ...(thinking === '' ? {} : { thinking }),
            ...(calls.length > 0 ? { tool_calls: calls } : {}),
          },
        ];
      }
      case 'tool':
        return message.content.flatMap((part) =>
          part.type === 'tool-result'
            ? [{ role: 'tool' as const, content: resultOf(part.output), tool_name: part.toolName }]
            : [],
        );
    }
  });
}

/** Ollama requires an object; other input is passed on inside one, as the model wrote it. */
function inputOf(input: unknown): unknown {
  if (typeof input !== 'string') return input ?? {};
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null ? value : { input };
  } catch {
    return { input };
  }
}

function resultOf(output: LanguageModelV4ToolResultPart['output']): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? 'The call was not allowed.';
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  }
}

function imageOf({ mediaType, data }: LanguageModelV4FilePart): string[] {
  if (!mediaType.startsWith('image') || data.type !== 'data') return [];
  return [typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64')];
}

function textOf({ data }: LanguageModelV4FilePart): string {
  return data.type === 'text' ? data.text : '';
}
