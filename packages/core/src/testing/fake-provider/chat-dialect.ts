import { answerChunks, usageOf } from '../fake-openai/answer-chunks.js';
import type { ChatRequest } from '../fake-openai/chat-request.js';
import { bearerOf, event } from './fake-dialect.js';
import type { FakeDialect } from './fake-dialect.js';

/** Chat completions, as OpenAI defined them and others adopted them. */
export const chatDialect: Pick<FakeDialect, 'base' | 'keyOf' | 'read' | 'events' | 'whole'> = {
  base: '/v1',
  keyOf: bearerOf,
  // The body comes from a test's own client.
  read: (path, body) => (path === '/v1/chat/completions' ? (body as unknown as ChatRequest) : null),
  *events(plan, request) {
    const asked = { ...request, stream_options: { include_usage: true } };
    for (const { data } of answerChunks(plan, asked, { finish: true })) yield event(data);
    yield event('[DONE]');
  },
  whole: (plan, request) => ({
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1_767_225_600,
    model: request.model,
    choices: [
      {
        index: 0,
        finish_reason: plan.finishReason,
        message: {
          role: 'assistant',
          content: [...plan.tokens].join('') || null,
          ...(plan.reasoning.length > 0 ? { reasoning_content: plan.reasoning.join('') } : {}),
          ...(plan.calls.length > 0
            ? {
                tool_calls: plan.calls.map((call) => ({
                  id: call.id,
                  type: 'function',
                  function: { name: call.name, arguments: call.arguments },
                })),
              }
            : {}),
        },
      },
    ],
    usage: usageOf(plan, request),
  }),
};

/** An error in OpenAI's format. */
export function openaiError(status: number, message: string, code: string | number | null = null) {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code } } };
}

export function modelRows(models: readonly { name: string }[]): { object: 'list'; data: object[] } {
  return { object: 'list', data: models.map(({ name }) => ({ id: name, object: 'model' })) };
}
