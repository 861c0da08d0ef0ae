import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
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

/** AGR-2: a common base, one text per strategy, the bases there are, then what was configured. */
export function retrievalPrompt(options: {
  question: string;
  strategy: Strategy;
  bases: readonly KnowledgeBase[];
  classification: Classification;
  instructions: readonly string[];
}): LanguageModelV4Prompt {
  const { strategy, bases, classification } = options;
  const suggested = new Set(classification.suggestedKnowledgeBaseIds);
  const listed = bases.map((base) => {
    const hint = suggested.has(base.id) ? ' Try this one first.' : '';
    return `- ${base.id}: ${base.name}. ${base.description} ${base.items} items, ${base.chunks} chunks.${hint}`;
  });
  const system = [
    basePrompt,
    BY_CLASS[strategy.class],
    `You have ${strategy.steps} ${strategy.steps === 1 ? 'step' : 'steps'}.`,
    `Knowledge bases:\n${listed.join('\n')}`,
    ...options.instructions.filter((text) => text.trim() !== ''),
  ].join('\n\n');
  return [
    { role: 'system', content: system },
    { role: 'user', content: [{ type: 'text', text: options.question }] },
  ];
}
