import { type ChatRequest, requestText } from './chat-request.js';
import type { FakeBehaviour } from './fake-behaviour.js';

interface PlannedCall {
  id: string;
  name: string;
  arguments: string;
}

/** The answer to one request. Pure: the same request gives the same answer. */
export interface PlannedAnswer {
  reasoning: string[];
  /** Generated lazily: an answer may be longer than anyone waits for. */
  tokens: Iterable<string>;
  /** Number of tokens. */
  length: number;
  calls: PlannedCall[];
  finishReason: 'stop' | 'length' | 'content_filter' | 'tool_calls';
  /** Tool rounds since the last question. */
  step: number;
}

const WORDS =
  'the report says that several teams measured their results over the last year and found small but steady gains'.split(
    ' ',
  );
const SENTENCE = 12;

export function planAnswer(request: ChatRequest, behaviour: FakeBehaviour): PlannedAnswer {
  const step = toolRounds(request);
  const base: PlannedAnswer = {
    reasoning: [...words(behaviour.reasoning, 0)],
    tokens: [],
    length: 0,
    calls: [],
    finishReason: 'stop',
    step,
  };
  if (behaviour.empty) return base;
  const forbidden = request.tool_choice === 'none';
  if (step < behaviour.tools && !forbidden && (request.tools?.length ?? 0) > 0) {
    const calls = plannedCalls(request, behaviour, step);
    if (behaviour.written) {
      const tokens = writtenCall(calls[0], behaviour.written);
      return { ...base, tokens, length: tokens.length };
    }
    return { ...base, calls, finishReason: 'tool_calls' };
  }
  const quoted = behaviour.quote ? quotes(request) : null;
  const tokens = quoted ?? words(behaviour.tokens, behaviour.cite);
  const length = quoted?.length ?? behaviour.tokens;
  if (behaviour.filter) return { ...base, tokens, length, finishReason: 'content_filter' };
  return { ...base, tokens, length, finishReason: behaviour.length ? 'length' : 'stop' };
}

/**
 * Counts assistant messages with calls after the last question. Reminders and notices after results are not questions.
 */
function toolRounds(request: ChatRequest): number {
  let rounds = 0;
  for (let index = request.messages.length - 1; index >= 0; index--) {
    const message = request.messages[index];
    if (message?.role === 'assistant' && message.tool_calls?.length) rounds++;
    else if (message?.role === 'assistant') break;
    else if (message?.role === 'user' && rounds > 0) break;
  }
  return rounds;
}

function plannedCalls(request: ChatRequest, behaviour: FakeBehaviour, step: number): PlannedCall[] {
  const tool = request.tools?.find((one) => one.function.name === behaviour.tool) ?? request.tools?.[0];
  const question = requestText(request.messages.findLast((message) => message.role === 'user'));
  return Array.from({ length: behaviour.calls }, (_, index) => ({
    id: `call_${step}_${index}`,
    name: behaviour.tool ?? tool?.function.name ?? 'unknown',
    arguments: behaviour.badjson ? '{"query": ' : JSON.stringify(argumentsFor(tool, question, step, index)),
  }));
}

function argumentsFor(
  tool: NonNullable<ChatRequest['tools']>[number] | undefined,
  question: string,
  step: number,
  index: number,
): Record<string, unknown> {
  const { properties = {}, required = Object.keys(properties) } = tool?.function.parameters ?? {};
  const given: Record<string, unknown> = {};
  const suffix = step + index > 0 ? ` (${step}.${index})` : '';
  for (const name of required)
    given[name] = exampleOf(properties[name], `${question.slice(0, 200)}${suffix}`);
  return given;
}

function exampleOf(schema: unknown, text: string): unknown {
  const {
    type,
    enum: choices,
    items,
    minimum,
  } = (schema ?? {}) as {
    type?: string;
    enum?: unknown[];
    items?: unknown;
    minimum?: number;
  };
  if (choices?.length) return choices[0];
  if (type === 'number' || type === 'integer') return Math.max(1, minimum ?? 1);
  if (type === 'boolean') return false;
  if (type === 'array') return [exampleOf(items, text)];
  if (type === 'object') return {};
  return text;
}

function writtenCall(call: PlannedCall | undefined, form: 'json' | 'xml'): string[] {
  if (!call) return [];
  const json = `{"name": ${JSON.stringify(call.name)}, "arguments": ${call.arguments}}`;
  const text = form === 'json' ? json : `<tool_call>\n${json}\n</tool_call>`;
  return text.match(/[\s\S]{1,5}/g) ?? [];
}

/** The first sentence of each document in the results of this turn, with its number. */
function quotes(request: ChatRequest): string[] {
  const sentences: string[] = [];
  for (const message of request.messages) {
    if (message.role !== 'tool') continue;
    try {
      const { documents } = JSON.parse(requestText(message)) as {
        documents?: { document: number; contents?: string }[];
      };
      for (const { document, contents } of documents ?? []) {
        const sentence = /^[\s\S]{1,200}?[.!?](?=\s|$)/.exec(contents ?? '')?.[0];
        if (sentence) sentences.push(`${sentence.slice(0, -1)} [${document}]${sentence.slice(-1)}`);
      }
    } catch {
      // A result that is not documents JSON has nothing to quote.
    }
  }
  const text = sentences.slice(0, 3).join(' ') || 'I found nothing about that.';
  return text.match(/\S+\s*/g) ?? [];
}

function* words(count: number, cite: number): Generator<string> {
  for (let index = 0; index < count; index++) {
    const word = WORDS[index % WORDS.length] ?? '';
    const place = index % SENTENCE;
    const shown = place === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    if (place !== SENTENCE - 1 && index !== count - 1) yield `${shown} `;
    else {
      const marker = cite > 0 ? ` [${(Math.floor(index / SENTENCE) % cite) + 1}]` : '';
      yield `${shown}${marker}. `;
    }
  }
}
