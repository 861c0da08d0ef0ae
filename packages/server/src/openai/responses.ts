import { randomUUID } from 'node:crypto';
import type { TurnHandle } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';
import { urlCitations } from './annotations.js';
import { answerEvents } from './answer-events.js';
import type { AnswerEnd } from './answer-events.js';
import { openAIError } from './openai-error.js';

interface ResponseOptions {
  id: string;
  handle: TurnHandle;
  model: string;
  instructions: string | null;
  previousResponseId: string | null;
  isStored: boolean;
  callerTools: ReadonlySet<string>;
  origin: string;
  closing: (citations: readonly Citation[]) => string;
  onAnswer: (end: AnswerEnd) => Promise<void>;
}

type Emit = (event: { type: string } & Record<string, unknown>) => void;

/** One answer in OpenAI's responses format; `emit` gets the stream events as they happen. */
export async function createResponse(options: ResponseOptions, emit: Emit | null = null) {
  const { id } = options;
  const messageId = `msg_${randomUUID().replaceAll('-', '')}`;
  const createdAt = Math.floor(Date.now() / 1000);
  const base = responseBase(options, id, createdAt);
  let sequence = 0;
  const send = (type: string, fields: Record<string, unknown>): void =>
    emit?.({ type, sequence_number: sequence++, ...fields });
  send('response.created', { response: { ...base, status: 'in_progress', output: [] } });
  const message = textMessage(messageId, send);
  const end = await answerEvents(
    options.handle,
    options.callerTools,
    emit &&
      ((event) => {
        if (event.type === 'text') message.add(event.text);
      }),
    options.closing,
  );
  if (!emit && end.text !== '') message.add(end.text);
  const output: unknown[] = [];
  if (message.isOpen) output.push(message.close(end, options.origin));
  for (const call of end.calls) output.push(functionCall(call, output.length, send));
  const failed = end.failure !== null;
  const response = {
    ...base,
    status: failed ? 'failed' : 'completed',
    error: end.failure && toError(end.failure),
    output,
    output_text: end.text,
    usage: {
      input_tokens: end.usage.inputTokens,
      input_tokens_details: { cached_tokens: end.usage.cachedInputTokens ?? 0 },
      output_tokens: end.usage.outputTokens,
      output_tokens_details: { reasoning_tokens: end.usage.reasoningTokens ?? 0 },
      total_tokens: end.usage.inputTokens + end.usage.outputTokens,
    },
  };
  // Before the caller learns the id, because it may continue from it at once.
  if (!failed) await options.onAnswer(end);
  send(failed ? 'response.failed' : 'response.completed', { response });
  return { response, end };
}

/** The same code as without a stream, or in chat completions. */
function toError({ code, message }: NonNullable<AnswerEnd['failure']>) {
  return { code: openAIError({ status: 502, code, detail: message }).error.code, message };
}

function responseBase(options: ResponseOptions, id: string, createdAt: number) {
  return {
    id,
    object: 'response' as const,
    created_at: createdAt,
    model: options.model,
    instructions: options.instructions,
    error: null,
    incomplete_details: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: null,
    top_p: null,
    tool_choice: 'auto' as const,
    tools: [],
    store: options.isStored,
    previous_response_id: options.previousResponseId,
  };
}

/** The message item, created with the first text: a turn with only tool calls has none. */
function textMessage(id: string, send: (type: string, fields: Record<string, unknown>) => void) {
  const place = { item_id: id, output_index: 0, content_index: 0 };
  const part = (text: string, annotations: unknown[]) => ({
    type: 'output_text' as const,
    text,
    annotations,
    logprobs: [],
  });
  let open = false;
  return {
    get isOpen() {
      return open;
    },
    add(text: string): void {
      if (!open) {
        open = true;
        const item = { id, type: 'message', role: 'assistant', status: 'in_progress', content: [] };
        send('response.output_item.added', { output_index: 0, item });
        send('response.content_part.added', { ...place, part: part('', []) });
      }
      send('response.output_text.delta', { ...place, delta: text, logprobs: [] });
    },
    close(end: AnswerEnd, origin: string): unknown {
      const annotations = urlCitations(end.citations, origin).map((citation) => ({
        type: 'url_citation' as const,
        ...citation,
      }));
      for (const [index, annotation] of annotations.entries())
        send('response.output_text.annotation.added', { ...place, annotation_index: index, annotation });
      send('response.output_text.done', { ...place, text: end.text, logprobs: [] });
      send('response.content_part.done', { ...place, part: part(end.text, annotations) });
      const item = {
        id,
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [part(end.text, annotations)],
      };
      send('response.output_item.done', { output_index: 0, item });
      return item;
    },
  };
}

function functionCall(
  call: AnswerEnd['calls'][number],
  index: number,
  send: (type: string, fields: Record<string, unknown>) => void,
): unknown {
  const id = `fc_${randomUUID().replaceAll('-', '')}`;
  const item = {
    id,
    type: 'function_call',
    call_id: call.callId,
    name: call.toolName,
    arguments: call.input,
    status: 'completed',
  };
  send('response.output_item.added', {
    output_index: index,
    item: { ...item, arguments: '', status: 'in_progress' },
  });
  const place = { item_id: id, output_index: index };
  send('response.function_call_arguments.delta', { ...place, delta: call.input });
  send('response.function_call_arguments.done', { ...place, arguments: call.input, name: call.toolName });
  send('response.output_item.done', { output_index: index, item });
  return item;
}
