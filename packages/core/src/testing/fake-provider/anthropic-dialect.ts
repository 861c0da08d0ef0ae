import { usageOf } from '../fake-openai/answer-chunks.js';
import type { ChatRequest, ChatRequestMessage } from '../fake-openai/chat-request.js';
import type { PlannedAnswer } from '../fake-openai/plan-answer.js';
import { event, partText } from './fake-dialect.js';
import type { FakeDialect } from './fake-dialect.js';

/** Anthropic's messages API. */
export const anthropic: FakeDialect = {
  base: '/v1',
  keyOf: (headers) => (typeof headers['x-api-key'] === 'string' ? headers['x-api-key'] : undefined),
  look: (path, models) =>
    path === '/v1/models'
      ? {
          data: models.map(({ name, window }) => ({
            type: 'model',
            id: name,
            display_name: name,
            max_input_tokens: window,
          })),
          has_more: false,
        }
      : null,
  read: (path, body) => (path === '/v1/messages' ? fromMessages(body) : null),
  *events(plan, request) {
    const typed = (type: string, data: object = {}) => event({ type, ...data }, type);
    yield typed('message_start', { message: { ...message(plan, request), content: [], stop_reason: null } });
    for (const [index, block] of blocks(plan).entries()) {
      const isText = block.type === 'text';
      const empty = isText ? { type: 'text', text: '' } : { ...block, input: {} };
      yield typed('content_block_start', { index, content_block: empty });
      const pieces = isText ? plan.tokens : [JSON.stringify(block.input)];
      for (const piece of pieces)
        yield typed('content_block_delta', {
          index,
          delta: isText
            ? { type: 'text_delta', text: piece }
            : { type: 'input_json_delta', partial_json: piece },
        });
      yield typed('content_block_stop', { index });
    }
    const { output_tokens } = usage(plan, request);
    yield typed('message_delta', { delta: { stop_reason: stopReason(plan) }, usage: { output_tokens } });
    yield typed('message_stop');
  },
  whole: (plan, request) => ({ ...message(plan, request), content: blocks(plan) }),
  refuse: (refusal) => {
    const error = (status: number, type: string, words: string) => ({
      status,
      body: { type: 'error', error: { type, message: words } },
    });
    if (refusal.why === 'key') return error(401, 'authentication_error', 'invalid x-api-key');
    if (refusal.why === 'model') return error(404, 'not_found_error', `model: ${refusal.model}`);
    if (refusal.why === 'window')
      return error(
        400,
        'invalid_request_error',
        `prompt is too long: ${refusal.tokens} tokens > ${refusal.window} maximum`,
      );
    if (refusal.why === 'tools')
      return error(400, 'invalid_request_error', 'This model does not support tool use.');
    return error(refusal.status, 'api_error', 'Internal server error');
  },
};

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

function fromMessages(body: Record<string, unknown>): ChatRequest {
  const asked = (body['messages'] ?? []) as { role: string; content: string | Record<string, unknown>[] }[];
  const messages = asked.flatMap(({ role, content }): ChatRequestMessage[] => {
    if (typeof content === 'string') return [{ role, content }];
    const results = content.filter((part) => part['type'] === 'tool_result');
    const calls = content.filter((part) => part['type'] === 'tool_use');
    const text = partText(content.filter((part) => part['type'] === 'text'));
    return [
      ...results.map((part) => ({ role: 'tool', content: partText(part['content']) })),
      ...(text === '' && calls.length === 0
        ? []
        : [{ role, content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) }]),
    ];
  });
  const tools = (body['tools'] ?? []) as { name: string; input_schema?: object }[];
  return {
    model: String(body['model']),
    stream: body['stream'] === true,
    messages: [{ role: 'system', content: partText(body['system']) }, ...messages],
    tools: tools.map((tool) => ({ function: { name: tool.name, parameters: tool.input_schema ?? {} } })),
    tool_choice: (body['tool_choice'] as { type?: string } | undefined)?.type,
  };
}

function message(plan: PlannedAnswer, request: ChatRequest) {
  return {
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    model: request.model,
    stop_reason: stopReason(plan),
    stop_sequence: null,
    usage: usage(plan, request),
  };
}

function blocks(plan: PlannedAnswer): Block[] {
  return [
    ...(plan.length > 0 ? [{ type: 'text' as const, text: [...plan.tokens].join('') }] : []),
    ...plan.calls.map(({ id, name, arguments: input }): Block => ({
      type: 'tool_use',
      id,
      name,
      input: JSON.parse(input) as unknown,
    })),
  ];
}

function stopReason({ finishReason }: PlannedAnswer): string {
  if (finishReason === 'tool_calls') return 'tool_use';
  return finishReason === 'length' ? 'max_tokens' : 'end_turn';
}

function usage(plan: PlannedAnswer, request: ChatRequest) {
  const { prompt_tokens, completion_tokens } = usageOf(plan, request);
  return { input_tokens: prompt_tokens, output_tokens: completion_tokens };
}
