import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { newId } from '@ibid/store/internal';
import type { Fetch } from '../../http/outgoing.js';
import { callOllama } from './ollama-api.js';
import { ollamaMessages } from './ollama-messages.js';

export interface OllamaModelOptions {
  /** The provider's id, for error messages. */
  provider: string;
  model: string;
  baseUrl: string | null;
  apiKey: string | null;
  /** MOD-4: sent with every call. Without it, Ollama takes some 4,096 tokens and silently cuts the rest. */
  contextWindow: number;
  /** Supports thinking. Other models reject the option. */
  thinks: boolean;
  /** How long it stays loaded, in Ollama's format; null: Ollama's default. */
  keepAlive: string | null;
  fetch: Fetch;
}

/**
 * Ollama through its native `/api/chat`: the API under `/v1` does not accept `num_ctx`, and so decides alone how much
 * of a prompt it reads.
 */
export function ollamaModel(options: OllamaModelOptions): LanguageModelV4 {
  const call = async (request: LanguageModelV4CallOptions, stream: boolean) => {
    const { baseUrl, apiKey, fetch } = options;
    const body = requestOf(options, request, stream);
    return callOllama({
      baseUrl,
      apiKey,
      fetch,
      path: '/api/chat',
      body,
      signal: request.abortSignal,
    });
  };
  return {
    specificationVersion: 'v4',
    provider: options.provider,
    modelId: options.model,
    supportedUrls: {},
    doStream: async (request) => {
      return { stream: partsOf(await call(request, true)) };
    },
    doGenerate: async (request) => {
      const answer = (await (await call(request, false)).json()) as ChatAnswer;
      const { thinking, content: text } = answer.message ?? {};
      const calls = callsOf(answer);
      const content: LanguageModelV4Content[] = [
        ...(thinking ? [{ type: 'reasoning' as const, text: thinking }] : []),
        ...(text ? [{ type: 'text' as const, text }] : []),
        ...calls,
      ];
      return {
        content,
        finishReason: finishOf(answer, calls.length > 0),
        usage: usageOf(answer),
        warnings: [],
      };
    },
  };
}

function requestOf(options: OllamaModelOptions, request: LanguageModelV4CallOptions, stream: boolean) {
  const choice = request.toolChoice;
  const tools = (request.tools ?? []).flatMap((tool) => {
    if (tool.type !== 'function' || choice?.type === 'none') return [];
    if (choice?.type === 'tool' && choice.toolName !== tool.name) return [];
    const { name, description = '', inputSchema: parameters } = tool;
    return [{ type: 'function', function: { name, description, parameters } }];
  });
  const format = request.responseFormat;
  const settings = {
    num_ctx: options.contextWindow,
    ...defined('num_predict', request.maxOutputTokens),
    ...defined('temperature', request.temperature),
    ...defined('top_p', request.topP),
    ...defined('top_k', request.topK),
    ...defined('seed', request.seed),
    ...defined('stop', request.stopSequences),
    ...defined('presence_penalty', request.presencePenalty),
    ...defined('frequency_penalty', request.frequencyPenalty),
  };
  return {
    model: options.model,
    messages: ollamaMessages(request.prompt),
    stream,
    options: settings,
    ...(tools.length > 0 ? { tools } : {}),
    ...(format?.type === 'json' ? { format: format.schema ?? 'json' } : {}),
    ...(options.thinks ? { think: request.reasoning !== 'none' } : {}),
    ...(options.keepAlive === null ? {} : { keep_alive: options.keepAlive }),
  };
}

/** Parses JSON lines; the last one has the counts. */
function partsOf(response: Response): ReadableStream<LanguageModelV4StreamPart> {
  const lines = linesOf(response);
  const parts = streamParts(lines);
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}

async function* streamParts(lines: AsyncIterable<ChatAnswer>): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  let open: 'text' | 'reasoning' | null = null;
  let calls = 0;
  for await (const line of lines) {
    if (line.error) {
      yield { type: 'error', error: { message: line.error } };
      return;
    }
    for (const [kind, delta] of [
      ['reasoning', line.message?.thinking],
      ['text', line.message?.content],
    ] as const) {
      if (!delta) continue;
      if (open !== kind) {
        if (open) yield { type: `${open}-end`, id: open };
        yield { type: `${kind}-start`, id: kind };
        open = kind;
      }
      yield { type: `${kind}-delta`, id: kind, delta };
    }
    const made = callsOf(line);
    calls += made.length;
    if (made.length > 0 && open) {
      yield { type: `${open}-end`, id: open };
      open = null;
    }
    for (const call of made) {
      yield { type: 'tool-input-start', id: call.toolCallId, toolName: call.toolName };
      yield { type: 'tool-input-delta', id: call.toolCallId, delta: call.input };
      yield { type: 'tool-input-end', id: call.toolCallId };
      yield call;
    }
    if (!line.done) continue;
    if (open) yield { type: `${open}-end`, id: open };
    yield { type: 'finish', finishReason: finishOf(line, calls > 0), usage: usageOf(line) };
    return;
  }
}

async function* linesOf(response: Response): AsyncGenerator<ChatAnswer, void, undefined> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body) {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as ChatAnswer;
  }
  if (rest.trim() !== '') yield JSON.parse(rest) as ChatAnswer;
}

function callsOf(answer: ChatAnswer) {
  return (answer.message?.tool_calls ?? []).map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id ?? newId(),
    toolName: call.function?.name ?? '',
    input: JSON.stringify(call.function?.arguments ?? {}),
  }));
}

function finishOf(answer: ChatAnswer, hasCalls: boolean): LanguageModelV4FinishReason {
  const raw = answer.done_reason;
  if (raw === 'length') return { unified: 'length', raw };
  return { unified: hasCalls ? 'tool-calls' : 'stop', raw };
}

function usageOf({ prompt_eval_count: input, eval_count: output }: ChatAnswer): LanguageModelV4Usage {
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  };
}

function defined<Key extends string, Value>(key: Key, value: Value | undefined) {
  return value === undefined ? {} : { [key]: value };
}

interface ChatAnswer {
  error?: string;
  done?: boolean;
  done_reason?: string;
  prompt_eval_count?: number;
  eval_count?: number;
  message?: {
    content?: string;
    thinking?: string;
    tool_calls?: { id?: string; function?: { name?: string; arguments?: unknown } }[];
  };
}
