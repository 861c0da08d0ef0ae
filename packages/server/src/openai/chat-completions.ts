import { randomUUID } from 'node:crypto';
import type { TokenUsage, TurnHandle } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';
import { urlCitations } from './annotations.js';
import { answerEvents } from './answer-events.js';
import type { AnswerEnd } from './answer-events.js';
import { openAIError } from './openai-error.js';

interface CompletionOptions {
  handle: TurnHandle;
  model: string;
  callerTools: ReadonlySet<string>;
  origin: string;
  closing: (citations: readonly Citation[]) => string;
}

/** One answer in OpenAI's chat completions format. */
export async function chatCompletion(options: CompletionOptions) {
  const end = await answerEvents(options.handle, options.callerTools, null, options.closing);
  return {
    end,
    completion: {
      id: `chatcmpl-${randomUUID()}`,
      object: 'chat.completion' as const,
      created: Math.floor(Date.now() / 1000),
      model: options.model,
      choices: [
        {
          index: 0,
          finish_reason: finishReason(end),
          logprobs: null,
          message: {
            role: 'assistant' as const,
            content: end.calls.length > 0 && end.text === '' ? null : end.text,
            refusal: null,
            annotations: annotations(end, options.origin),
            ...(end.calls.length > 0 ? { tool_calls: end.calls.map((call) => toolCall(call)) } : {}),
          },
        },
      ],
      usage: usageView(end.usage),
    },
  };
}

/** The same as a stream of chunks. */
export async function streamChatCompletion(
  options: CompletionOptions & { includeUsage: boolean; write: (frame: string) => void },
): Promise<void> {
  const id = `chatcmpl-${randomUUID()}`;
  const created = Math.floor(Date.now() / 1000);
  const chunk = (choices: unknown[], usage?: unknown): void => {
    const body = { id, object: 'chat.completion.chunk', created, model: options.model, choices };
    options.write(`data: ${JSON.stringify(usage === undefined ? body : { ...body, usage })}\n\n`);
  };
  const delta = (content: unknown, reason: string | null = null): void =>
    chunk([{ index: 0, delta: content, finish_reason: reason, logprobs: null }]);
  delta({ role: 'assistant', content: '' });
  let calls = 0;
  const end = await answerEvents(
    options.handle,
    options.callerTools,
    (event) => {
      if (event.type === 'text') delta({ content: event.text });
      else if (event.type === 'reasoning') delta({ reasoning_content: event.text });
      else if (event.type === 'call') delta({ tool_calls: [{ index: calls++, ...toolCall(event) }] });
    },
    options.closing,
  );
  if (end.failure) {
    const { code, message } = end.failure;
    const { error } = openAIError({ status: 502, code, detail: message });
    options.write(`data: ${JSON.stringify({ error })}\n\n`);
  } else {
    const noted = annotations(end, options.origin);
    delta(noted.length > 0 ? { annotations: noted } : {}, finishReason(end));
    if (options.includeUsage) chunk([], usageView(end.usage));
  }
  options.write('data: [DONE]\n\n');
}

function annotations(end: AnswerEnd, origin: string) {
  return urlCitations(end.citations, origin).map((citation) => ({
    type: 'url_citation' as const,
    url_citation: citation,
  }));
}

function toolCall(call: AnswerEnd['calls'][number]) {
  return {
    id: call.callId,
    type: 'function' as const,
    function: { name: call.toolName, arguments: call.input },
  };
}

function finishReason(end: AnswerEnd): 'stop' | 'tool_calls' {
  return end.calls.length > 0 ? 'tool_calls' : 'stop';
}

function usageView(usage: TokenUsage) {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
  };
}
