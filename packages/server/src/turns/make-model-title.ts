import type { LanguageModelV4 } from '@ai-sdk/provider';
import { beginningAndEnd, convertUsage, fitRequest } from '@ibid/core/internal';
import { plainName } from '@ibid/retrieval/internal';
import { titlePrompt } from './prompts.generated.js';
import type { TokenUsage } from '@ibid/core/internal';
import type { ModelProfile } from '@ibid/core';

const PATIENCE_MILLISECONDS = 20_000;
const SHOWN_CHARACTERS = 2000;
const OUTPUT_TOKENS = 500;
const LONGEST = 80;

/** FLOW-10: a title from the first exchange, by the model for small tasks. Null if the result is unusable. */
export async function makeModelTitle(options: {
  model: LanguageModelV4;
  profile: ModelProfile;
  question: string;
  answer: string;
}): Promise<{ title: string | null; usage: TokenUsage }> {
  const request = fitRequest({
    system: [titlePrompt],
    user: [
      'Question: ',
      { text: beginningAndEnd(options.question, SHOWN_CHARACTERS) },
      '\n\nAnswer: ',
      { text: beginningAndEnd(options.answer, SHOWN_CHARACTERS) },
    ],
    outputTokens: OUTPUT_TOKENS,
    window: options.profile,
  });
  if (!request) return { title: null, usage: { inputTokens: 0, outputTokens: 0 } };
  const { content, usage } = await options.model.doGenerate({
    prompt: request.prompt,
    maxOutputTokens: request.maxOutputTokens,
    abortSignal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { title: usable(text), usage: convertUsage(usage) };
}

function usable(text: string): string | null {
  const line = plainName(text.trim().split('\n')[0] ?? '');
  const bare = line.replaceAll(/^[\s"'“”«»#*]+|[\s"'“”«»*.]+$/gu, '');
  return bare !== '' && bare.length <= LONGEST ? bare : null;
}
