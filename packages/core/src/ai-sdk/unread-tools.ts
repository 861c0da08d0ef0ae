import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** Tools whose results can be cited, and whose results in this prompt did not come through `tools`. */
export function unreadTools(
  prompt: LanguageModelV4Prompt,
  searchTools: ReadonlySet<string>,
  readCalls: ReadonlySet<string>,
): Set<string> {
  const names = new Set<string>();
  for (const message of prompt) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type === 'tool-result' && part.output.type === 'json')
        if (searchTools.has(part.toolName) && !readCalls.has(part.toolCallId)) names.add(part.toolName);
    }
  }
  return names;
}
