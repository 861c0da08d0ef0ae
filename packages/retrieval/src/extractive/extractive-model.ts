import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { classifyByRules } from '../agentic/classify/classify-by-rules.js';
import { composeAnswer, readExtractiveAnswer, saysWhatItIs } from './compose-answer.js';
import { ownLanguage } from './own-words.js';
import {
  askedNow,
  findSearchTool,
  followsAnswer,
  planCalls,
  type PlannedCall,
  standaloneQuery,
} from './plan-call.js';
import { isRetrievalPrompt, planRetrieval } from './plan-retrieval.js';
import { readPrompt } from './read-prompt.js';
import { selectAnswers } from './select-answers.js';

/** The id of the built-in model, which quotes. */
export const EXTRACTIVE_MODEL_ID = 'ibid/extractive';

const SENTENCES = 4;
const LISTED_SENTENCES = 8;
/** Of a citation, as the last of a word. */
const MARK = /\]\S*\s*$/u;

/** What the built-in model, which quotes instead of writing, ranks sentences with. */
export interface ExtractiveModelOptions {
  /** Index terms of a text: the analyser of the knowledge base. */
  terms: (text: string) => string[];
  /** Similarity of texts to a question, where an embedder is at hand. */
  similarity?: (question: string, texts: readonly string[]) => Promise<number[]>;
  /** Most sentences in an answer. */
  mostSentences?: number;
  /** Makes call ids; injected so that runs can be repeated. */
  createId?: () => string;
}

/**
 * The model used when none is configured. It asks for a search, then answers with the best sentences of what it
 * was given, through the same interface as any language model, and says of itself that it is none.
 *
 * ```ts
 * import { analyseText, extractiveModel } from '@ibid/retrieval';
 *
 * const model = extractiveModel({ terms: (text) => analyseText({ text, language: 'en' }) });
 * console.log(model.modelId); // 'ibid/extractive'
 * ```
 */
export function extractiveModel(options: ExtractiveModelOptions): LanguageModelV4 {
  let made = 0;
  const createId = options.createId ?? (() => `call-${Date.now().toString(36)}-${(made += 1)}`);

  const callPart = (planned: PlannedCall): LanguageModelV4Content => ({
    type: 'tool-call',
    toolCallId: createId(),
    toolName: planned.toolName,
    input: JSON.stringify(planned.input),
  });

  async function respond(call: LanguageModelV4CallOptions): Promise<LanguageModelV4Content[]> {
    const offered = (call.tools ?? []).filter(
      (tool): tool is LanguageModelV4FunctionTool => tool.type === 'function',
    );
    const mayCall = call.toolChoice?.type !== 'none';
    if (mayCall && isRetrievalPrompt(offered)) return planRetrieval(call.prompt, offered).map(callPart);
    await nextTurn();
    const prompt = readPrompt(call.prompt);
    const planned = mayCall ? planCalls(prompt, offered) : [];
    if (planned.length > 0) return planned.map(callPart);
    const { similarity } = options;
    const whole = standaloneQuery(prompt);
    const { question, before } = askedNow(prompt);
    const wantsList = classifyByRules({ question, language: null })?.class === 'list';
    const answers = await selectAnswers({
      question,
      ...(before === null ? {} : { before }),
      ...(followsAnswer({ question, before }) && { told: answerBefore(prompt.earlierAnswers[0]) }),
      documents: prompt.documents,
      terms: options.terms,
      ...(similarity ? { similarity: (texts) => similarity(whole, texts) } : {}),
      most: options.mostSentences ?? (wantsList ? LISTED_SENTENCES : SENTENCES),
    });
    const searched = prompt.results.length > 0 || prompt.documents.length > 0;
    return [
      {
        type: 'text',
        text: composeAnswer({
          ...answers,
          question,
          results: prompt.results,
          documents: prompt.documents,
          searched,
          wantsList,
          canSearch: findSearchTool(offered) !== undefined,
          isKnown: prompt.earlierAnswers.some(saysWhatItIs),
          language: ownLanguage([prompt.question, ...prompt.earlierQuestions]),
        }),
      },
    ];
  }

  return {
    specificationVersion: 'v4',
    provider: 'ibid',
    modelId: EXTRACTIVE_MODEL_ID,
    supportedUrls: {},
    async doGenerate(call) {
      const content = await respond(call);
      return {
        content,
        finishReason: finishReason(content),
        usage: usageOf(call, content),
        warnings: [],
      };
    },
    async doStream(call) {
      const content = await respond(call);
      return { stream: streamOf(call, content) };
    },
  };
}

/** What an answer said that found one: what only came near is nothing to continue from. */
function answerBefore(answer = ''): string {
  return readExtractiveAnswer(answer).isOutright ? answer : '';
}

/** Others get their turn after each quote: whoever reads the stream checks it as soon as it has its mark. */
function streamOf(
  call: LanguageModelV4CallOptions,
  content: readonly LanguageModelV4Content[],
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = streamParts(call, content);
  return new ReadableStream({
    async pull(controller) {
      const { value } = parts.next();
      if (!value) return controller.close();
      controller.enqueue(value);
      if (value.type !== 'text-delta' || MARK.test(value.delta)) await nextTurn();
    },
  });
}

function* streamParts(
  call: LanguageModelV4CallOptions,
  content: readonly LanguageModelV4Content[],
): Generator<LanguageModelV4StreamPart, undefined> {
  yield { type: 'stream-start', warnings: [] };
  for (const [index, part] of content.entries()) {
    const id = String(index);
    if (part.type === 'text') {
      yield { type: 'text-start', id };
      for (const [delta] of part.text.matchAll(/\s*\S+\s*/gu)) yield { type: 'text-delta', id, delta };
      yield { type: 'text-end', id };
    } else if (part.type === 'tool-call') {
      yield { type: 'tool-input-start', id: part.toolCallId, toolName: part.toolName };
      yield { type: 'tool-input-delta', id: part.toolCallId, delta: part.input };
      yield { type: 'tool-input-end', id: part.toolCallId };
      yield part;
    }
  }
  yield { type: 'finish', finishReason: finishReason(content), usage: usageOf(call, content) };
}

function finishReason(content: readonly LanguageModelV4Content[]) {
  const calls = content.some((part) => part.type === 'tool-call');
  return { unified: calls ? ('tool-calls' as const) : ('stop' as const), raw: undefined };
}

/** It runs no tokenizer: four characters count as one token. */
function usageOf(
  call: LanguageModelV4CallOptions,
  content: readonly LanguageModelV4Content[],
): LanguageModelV4Usage {
  const input = Math.ceil(JSON.stringify(call.prompt).length / 4);
  const output = Math.ceil(JSON.stringify(content).length / 4);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}
