import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { fitRequest } from '@ibid/core/internal';
import type { KnowledgeBase } from '../knowledge/index.js';
import type { Classification, QuestionClass } from './classify/question-class.js';
import {
  aggregatePrompt,
  basePrompt,
  exploratoryPrompt,
  listPrompt,
  targetedPrompt,
} from './prompts.generated.js';
import type { Strategy } from './strategy.js';

const BY_CLASS: Record<QuestionClass, string> = {
  aggregate: aggregatePrompt,
  list: listPrompt,
  targeted: targetedPrompt,
  exploratory: exploratoryPrompt,
};

/** AGR-2: the base prompt, the strategy's text, the list of knowledge bases, then the configured instructions. */
export function retrievalPrompt(options: {
  question: string;
  strategy: Strategy;
  bases: readonly KnowledgeBase[];
  classification: Classification;
  instructions: readonly string[];
  /** Tokens. If they are too few, knowledge bases and the middle of long texts are left out. */
  room?: number;
}): LanguageModelV4Prompt {
  const { strategy, bases, classification } = options;
  const suggested = new Set(classification.suggestedKnowledgeBaseIds);
  const listed = bases.map((base) => {
    const hint = suggested.has(base.id) ? ' Try this one first.' : '';
    return `- ${base.id}: ${base.name}. ${base.description} ${base.items} items, ${base.chunks} chunks.${hint}`;
  });
  const fitted = fitRequest({
    system: [
      `${basePrompt}\n\n${BY_CLASS[strategy.class]}\n\n`,
      `You have ${strategy.steps} ${strategy.steps === 1 ? 'step' : 'steps'}.\n\nKnowledge bases:\n`,
      { lines: listed },
      ...options.instructions.filter((text) => text.trim() !== '').flatMap((text) => ['\n\n', { text }]),
    ],
    user: [{ text: options.question }],
    outputTokens: 0,
    window: options.room === undefined ? null : { contextWindow: options.room, tokenizer: null },
  });
  return fitted?.prompt ?? [];
}
