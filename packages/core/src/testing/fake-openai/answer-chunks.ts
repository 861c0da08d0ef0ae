import type { ChatRequest } from './chat-request.js';
import type { PlannedAnswer } from './plan-answer.js';

/** One event of the stream; `tokens` is the number of answer tokens before it. */
export interface AnswerChunk {
  data: string;
  tokens: number;
  isToken: boolean;
}

/** A planned answer as the events of a chat completions stream, without the closing `[DONE]`. */
export function* answerChunks(
  plan: PlannedAnswer,
  request: ChatRequest,
  options: { finish: boolean },
): Generator<AnswerChunk> {
  let tokens = 0;
  const chunk = (delta: object, isToken: boolean, finishReason: string | null = null): AnswerChunk => ({
    data: JSON.stringify({
      id: 'chatcmpl-fake',
      object: 'chat.completion.chunk',
      created: 1_767_225_600,
      model: request.model,
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    }),
    tokens,
    isToken,
  });

  yield chunk({ role: 'assistant', content: '' }, false);
  for (const text of plan.reasoning) {
    yield chunk({ reasoning_content: text }, true);
    tokens++;
  }
  for (const text of plan.tokens) {
    yield chunk({ content: text }, true);
    tokens++;
  }
  for (const [index, call] of plan.calls.entries()) {
    const head = { index, id: call.id, type: 'function' };
    yield chunk({ tool_calls: [{ ...head, function: { name: call.name, arguments: '' } }] }, true);
    for (const piece of call.arguments.match(/[\s\S]{1,8}/g) ?? []) {
      yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] }, true);
      tokens++;
    }
  }
  if (!options.finish) return;
  yield chunk({}, false, plan.finishReason);
  if (request.stream_options?.include_usage) {
    yield {
      data: JSON.stringify({
        id: 'chatcmpl-fake',
        object: 'chat.completion.chunk',
        created: 1_767_225_600,
        model: request.model,
        choices: [],
        usage: usageOf(plan, request),
      }),
      tokens,
      isToken: false,
    };
  }
}

export function usageOf(plan: PlannedAnswer, request: ChatRequest) {
  const prompt = Math.ceil(JSON.stringify([request.messages, request.tools]).length / 4);
  const completion = plan.reasoning.length + plan.length + plan.calls.length * 10;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    completion_tokens_details: { reasoning_tokens: plan.reasoning.length },
  };
}
