import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { TokenUsage } from '@ibid/core/internal';
import { convertUsage, fitRequest, type RequestPart } from '@ibid/core/internal';
import { z } from 'zod';
import { detectLanguage } from '../../analyse/index.js';
import type { Item, KnowledgeBase } from '../../knowledge/index.js';
import { classifyByRules } from './classify-by-rules.js';
import { classifyPrompt } from './prompts.generated.js';
import type { Classification } from './question-class.js';

const NO_USAGE: TokenUsage = { inputTokens: 0, outputTokens: 0 };
const OUTPUT_TOKENS = 200;
const Answer = z.object({
  class: z.enum(['aggregate', 'list', 'targeted', 'exploratory']),
  knowledge_bases: z.array(z.string()).default([]),
});

/** AGR-1: rules decide the clear cases and a model the rest. If the model fails, the class is `exploratory`. */
export async function classifyQuestion(options: {
  question: string;
  knowledgeBases: readonly KnowledgeBase[];
  /** A few items of each base (AGR-6). */
  samples: readonly Item[];
  /** Null: rules only. */
  model: LanguageModelV4 | null;
  /** The model's context window in tokens, where known. */
  window?: number | undefined;
  signal: AbortSignal;
}): Promise<Classification> {
  const { question, model } = options;
  const language = detectLanguage(question);
  const suggestedKnowledgeBaseIds = suggestByName(question, options.knowledgeBases);
  const ruled = classifyByRules({ question, language });
  if (ruled) {
    return {
      class: ruled.class,
      language: language ?? ruled.language,
      suggestedKnowledgeBaseIds,
      decidedBy: 'rules',
      reason: ruled.reason,
      usage: NO_USAGE,
    };
  }
  const fallback = (reason: string, usage: TokenUsage = NO_USAGE): Classification => ({
    class: 'exploratory',
    language,
    suggestedKnowledgeBaseIds,
    decidedBy: 'fallback',
    reason,
    usage,
  });
  if (!model) return fallback('no rule decides and no model is set for classifying');
  const { window } = options;
  const fitted = fitRequest({
    system: [classifyPrompt],
    user: describe(options),
    outputTokens: OUTPUT_TOKENS,
    window: window === undefined ? null : { contextWindow: window, tokenizer: null },
  });
  if (!fitted) return fallback(`a window of ${window} tokens is too small for classifying`);
  const { prompt, maxOutputTokens } = fitted;
  let usage = NO_USAGE;
  try {
    const result = await model.doGenerate({ prompt, maxOutputTokens, abortSignal: options.signal });
    usage = convertUsage(result.usage);
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    const answer = Answer.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
    const known = new Set(options.knowledgeBases.map((base) => base.id));
    return {
      class: answer.class,
      language,
      suggestedKnowledgeBaseIds: answer.knowledge_bases.filter((id) => known.has(id)),
      decidedBy: 'model',
      reason: 'decided by the classifying model',
      usage,
    };
  } catch (error) {
    if (options.signal.aborted) throw error;
    return fallback('the classifying model failed', usage);
  }
}

/** Suggests bases whose name or description shares a word with the question. */
function suggestByName(question: string, bases: readonly KnowledgeBase[]): string[] {
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  return bases
    .filter((base) =>
      (`${base.name} ${base.description}`.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).some((w) =>
        words.has(w),
      ),
    )
    .map((base) => base.id);
}

function describe(options: {
  question: string;
  knowledgeBases: readonly KnowledgeBase[];
  samples: readonly Item[];
}): RequestPart[] {
  const bases = options.knowledgeBases.map((base) => {
    const titles = options.samples
      .filter((item) => item.knowledgeBaseId === base.id)
      .map((item) => item.title);
    return `- ${base.id}: ${base.name}. ${base.description} ${base.items} items${titles.length > 0 ? `, e.g. ${titles.join('; ')}` : ''}`;
  });
  return [
    'Question: ',
    { text: options.question },
    '\n\nKnowledge bases:\n',
    { lines: bases.length > 0 ? bases : ['(none)'] },
  ];
}
