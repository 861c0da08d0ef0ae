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
import { asCorrected, correctionsIn } from '../knowledge/index.js';
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
import { type PromptResult, readPrompt } from './read-prompt.js';
import { selectAnswers } from './select-answers.js';

/** The id of the built-in model, which quotes. */
export const EXTRACTIVE_MODEL_ID = 'ibid/extractive';

const SENTENCES = 4;
const LISTED_SENTENCES = 8;
/** The end of a citation, at the end of a word. */
const MARK = /\]\S*\s*$/u;

/** Options of the built-in model, which quotes instead of writing. */
export interface ExtractiveModelOptions {
  /** Index terms of a text, by the analyser of the knowledge base. */
  terms: (text: string) => string[];
  /** Similarity of texts to a question, if there is an embedder. */
  similarity?: (question: string, texts: readonly string[]) => Promise<number[]>;
  /** Maximum number of sentences in an answer. */
  mostSentences?: number;
  /**
   * Whether the first answer of a conversation says that this model only quotes, and where to choose another. Default:
   * true. False for a program that says so itself.
   */
  explains?: boolean;
  /** Creates call ids; injected for reproducible runs. */
  createId?: () => string;
}

/**
 * The model used when none is configured. It requests a search, then answers with the best sentences from the results,
 * through the same interface as any language model. It says that it is not one.
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
    const { question: typed, before } = askedNow(prompt);
    const question = asSearched(typed, prompt.results);
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
          explains: options.explains ?? true,
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

/** The question with the words that were searched instead of mistyped ones: answers have those. */
function asSearched(question: string, results: readonly PromptResult[]): string {
  return asCorrected(
    question,
    results.flatMap(({ figures }) => correctionsIn(figures)),
  );
}

/** The answer before, if it was one. A near miss is nothing to continue from. */
function answerBefore(answer = ''): string {
  return readExtractiveAnswer(answer).isOutright ? answer : '';
}

/** Yields after each quote: the reader of the stream checks it as soon as its citation is complete. */
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

/** No tokenizer is used: four characters count as one token. */
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
