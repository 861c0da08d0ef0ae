import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { fitPrompt, type FittedPrompt } from './fit-prompt.js';

/**
 * A message as `streamText` accepts it; declared here to avoid a dependency on `ai`.
 *
 * ```ts
 * import type { AiSdkMessage } from '@ibid/core/ai-sdk';
 *
 * const roles = (messages: readonly AiSdkMessage[]) => messages.map((message) => message.role);
 * ```
 */
export interface AiSdkMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: unknown;
}

/**
 * Fitting before the AI SDK builds its prompt, for `prepareStep`. Its messages may use a string for a list of one text
 * part; otherwise the parts are the same as in a prompt.
 */
export async function fitMessages<MESSAGE extends AiSdkMessage>(
  options: Omit<Parameters<typeof fitPrompt>[0], 'prompt' | 'reminder'> & {
    instructions: string;
    messages: readonly MESSAGE[];
  },
): Promise<{ messages: MESSAGE[]; removals: FittedPrompt['removals'] }> {
  const { instructions, messages, ...rest } = options;
  const system: LanguageModelV4Prompt =
    instructions === '' ? [] : [{ role: 'system', content: instructions }];
  const fitted = await fitPrompt({
    ...rest,
    prompt: [...system, ...messages.map(asPromptMessage)],
    reminder: [],
  });
  return {
    messages: fitted.prompt.slice(system.length) as MESSAGE[],
    removals: fitted.removals,
  };
}

function asPromptMessage({ role, content, ...rest }: AiSdkMessage): LanguageModelV4Message {
  const parts =
    role !== 'system' && typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return { role, content: parts, ...rest } as LanguageModelV4Message;
}
