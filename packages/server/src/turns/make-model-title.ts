import type { LanguageModelV4 } from '@ai-sdk/provider';
import { beginningForWindow } from '../models/beginning-for-window.js';
import { convertUsage } from '@ibid/core/internal';
import { titlePrompt } from './prompts.generated.js';
import type { ModelProfile, TokenUsage } from '@ibid/core';

const PATIENCE_MILLISECONDS = 20_000;
const SHOWN_CHARACTERS = 2000;
const LONGEST = 80;

/** FLOW-10: a title from the first exchange, by the model for small tasks. Null when it gives none that can be used. */
export async function makeModelTitle(options: {
  model: LanguageModelV4;
  profile: ModelProfile;
  question: string;
  answer: string;
}): Promise<{ title: string | null; usage: TokenUsage }> {
  const said = `Question: ${options.question.slice(0, SHOWN_CHARACTERS)}\n\nAnswer: ${options.answer.slice(0, SHOWN_CHARACTERS)}`;
  const exchange = beginningForWindow(said, options.profile, said.length);
  const { content, usage } = await options.model.doGenerate({
    prompt: [
      { role: 'system', content: titlePrompt },
      { role: 'user', content: [{ type: 'text', text: exchange }] },
    ],
    maxOutputTokens: 500,
    abortSignal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { title: usable(text), usage: convertUsage(usage) };
}

function usable(text: string): string | null {
  const line = text.trim().split('\n')[0] ?? '';
  const bare = line.replaceAll(/^[\s"'“”«»#*]+|[\s"'“”«»*.]+$/gu, '');
  return bare !== '' && bare.length <= LONGEST ? bare : null;
}
