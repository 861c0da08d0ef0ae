import { usageOf } from '../fake-openai/answer-chunks.js';
import type { ChatRequest, ChatRequestMessage } from '../fake-openai/chat-request.js';
import type { PlannedAnswer } from '../fake-openai/plan-answer.js';
import { chatDialect, modelRows, openaiError } from './chat-dialect.js';
import { event, partText } from './fake-dialect.js';
import type { FakeDialect, FakeRefusal } from './fake-dialect.js';

/** Requests to be answered in the format of the responses API. */
const asResponses = new WeakSet<ChatRequest>();

/** OpenAI: its own clients use the responses API, others chat completions. */
export const openai: FakeDialect = {
  ...chatDialect,
  look: (path, models) => (path === '/v1/models' ? modelRows(models) : null),
  read: (path, body) => {
    if (path !== '/v1/responses') return chatDialect.read(path, body);
    const request = fromResponses(body);
    asResponses.add(request);
    return request;
  },
  events: (plan, request) =>
    asResponses.has(request) ? events(plan, request) : chatDialect.events(plan, request),
  whole: (plan, request) =>
    asResponses.has(request)
      ? {
          id: 'resp_fake',
          ...head(request),
          status: 'completed',
          output: items(plan),
          usage: usage(plan, request),
        }
      : chatDialect.whole(plan, request),
  refuse: (refusal) => {
    if (refusal.why === 'key')
      return openaiError(401, 'Incorrect API key provided: sk-w***ng.', 'invalid_api_key');
    if (refusal.why === 'model')
      return openaiError(
        404,
        `The model \`${refusal.model}\` does not exist or you do not have access to it.`,
        'model_not_found',
      );
    if (refusal.why === 'window') return tooLong(refusal);
    if (refusal.why === 'tools') return openaiError(400, 'Tools are not supported with this model.');
    return openaiError(refusal.status, 'The server had an error while processing your request.');
  },
};

/** Mistral uses OpenAI's protocol, with its own error messages. */
export const mistral: FakeDialect = {
  ...chatDialect,
  // Sends a call whole in one event, and the usage in the last one.
  *events(plan, request) {
    const chunk = (delta: object, rest: object = {}, finish: string | null = null) =>
      event({
        id: 'fake',
        object: 'chat.completion.chunk',
        created: 1_767_225_600,
        model: request.model,
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...rest,
      });
    yield chunk({ role: 'assistant', content: '' });
    for (const content of plan.tokens) yield chunk({ content });
    const calls = plan.calls.map(({ id, name, arguments: input }, index) => ({
      index,
      id,
      function: { name, arguments: input },
    }));
    const last = calls.length > 0 ? { content: '', tool_calls: calls } : { content: '' };
    yield chunk(last, { usage: usageOf(plan, request) }, plan.finishReason);
    yield event('[DONE]');
  },
  look: (path, models) =>
    path === '/v1/models'
      ? {
          object: 'list',
          data: models.map(({ name, window, takesTools, embeds }) => ({
            id: name,
            object: 'model',
            max_context_length: window,
            capabilities: { completion_chat: !embeds, function_calling: takesTools, vision: false },
          })),
        }
      : null,
  refuse: (refusal) => {
    const error = (status: number, message: string, type: string) => ({
      status,
      body: { object: 'error', message, type, param: null, code: null },
    });
    if (refusal.why === 'key') return { status: 401, body: { detail: 'Unauthorized' } };
    if (refusal.why === 'model') return error(400, `Invalid model: ${refusal.model}`, 'invalid_model');
    if (refusal.why === 'window')
      return error(
        400,
        `Prompt contains ${refusal.tokens} tokens and 0 draft tokens, too large for model with ${refusal.window} maximum context length`,
        'invalid_request_prompt',
      );
    if (refusal.why === 'tools')
      return error(400, 'Function calling is not enabled for this model', 'invalid_request');
    return error(refusal.status, 'Service unavailable.', 'internal_server_error');
  },
};

function tooLong({ window, tokens }: Extract<FakeRefusal, { why: 'window' }>) {
  return openaiError(
    400,
    `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    'context_length_exceeded',
  );
}

function fromResponses(body: Record<string, unknown>): ChatRequest {
  const input = (Array.isArray(body['input']) ? body['input'] : []) as Record<string, unknown>[];
  const messages = input.flatMap((item): ChatRequestMessage[] => {
    if (item['type'] === 'function_call') return [{ role: 'assistant', content: null, tool_calls: [item] }];
    if (item['type'] === 'function_call_output') return [{ role: 'tool', content: partText(item['output']) }];
    if (typeof item['role'] !== 'string') return [];
    return [{ role: item['role'], content: partText(item['content']) }];
  });
  const tools = (body['tools'] ?? []) as { name: string; parameters?: object }[];
  return {
    model: String(body['model']),
    stream: body['stream'] === true,
    messages,
    tools: tools.map(({ name, parameters = {} }) => ({ function: { name, parameters } })),
    tool_choice: body['tool_choice'],
  };
}

function* events(plan: PlannedAnswer, request: ChatRequest): Generator<string> {
  const response = { id: 'resp_fake', ...head(request) };
  const typed = (type: string, data: object) => event({ type, sequence_number: 0, ...data }, type);
  yield typed('response.created', { response: { ...response, status: 'in_progress', output: [] } });
  let index = 0;
  if (plan.length > 0) {
    const item = { id: 'msg_fake', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
    yield typed('response.output_item.added', { output_index: index, item });
    let text = '';
    for (const delta of plan.tokens) {
      text += delta;
      yield typed('response.output_text.delta', {
        item_id: item.id,
        output_index: index,
        content_index: 0,
        delta,
      });
    }
    const content = [{ type: 'output_text', text, annotations: [] }];
    yield typed('response.output_item.done', {
      output_index: index,
      item: { ...item, status: 'completed', content },
    });
    index += 1;
  }
  for (const item of items({ ...plan, tokens: [], length: 0 })) {
    yield typed('response.output_item.added', { output_index: index, item: { ...item, arguments: '' } });
    yield typed('response.output_item.done', { output_index: index, item });
    index += 1;
  }
  yield typed('response.completed', {
    response: { ...response, status: 'completed', usage: usage(plan, request) },
  });
}

function head(request: ChatRequest) {
  return { object: 'response', created_at: 1_767_225_600, model: request.model };
}

function items(plan: PlannedAnswer): object[] {
  const text = [...plan.tokens].join('');
  const message = {
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  const calls = plan.calls.map((call) => ({
    id: `fc_${call.id}`,
    type: 'function_call',
    call_id: call.id,
    name: call.name,
    arguments: call.arguments,
    status: 'completed',
  }));
  return [...(text === '' ? [] : [message]), ...calls];
}

function usage(plan: PlannedAnswer, request: ChatRequest) {
  const { prompt_tokens, completion_tokens } = usageOf(plan, request);
  return { input_tokens: prompt_tokens, output_tokens: completion_tokens };
}
