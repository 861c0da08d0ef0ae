import { usageOf } from '../fake-openai/answer-chunks.js';
import type { ChatRequest, ChatRequestMessage } from '../fake-openai/chat-request.js';
import type { PlannedAnswer } from '../fake-openai/plan-answer.js';
import { event, partText } from './fake-dialect.js';
import type { FakeDialect } from './fake-dialect.js';

const METHOD = /^\/v1beta\/(?:models\/)?(.+):(generateContent|streamGenerateContent)$/u;

/** Google's Gemini. It answers a wrong key with 400. */
export const google: FakeDialect = {
  base: '/v1beta',
  keyOf: (headers) => (typeof headers['x-goog-api-key'] === 'string' ? headers['x-goog-api-key'] : undefined),
  look: (path, models) =>
    path === '/v1beta/models'
      ? {
          models: models.map(({ name, window }) => ({
            name: `models/${name}`,
            inputTokenLimit: window,
            outputTokenLimit: 8_192,
            supportedGenerationMethods: ['generateContent'],
          })),
        }
      : null,
  read: (path, body) => {
    const method = METHOD.exec(path);
    return method ? fromContents(body, method[1] ?? '', method[2] === 'streamGenerateContent') : null;
  },
  *events(plan, request) {
    for (const text of plan.tokens) yield event(answer([{ text }]));
    yield event({ ...answer(calls(plan), finishReason(plan)), usageMetadata: usage(plan, request) });
  },
  whole: (plan, request) => ({
    ...answer(
      [...(plan.length > 0 ? [{ text: [...plan.tokens].join('') }] : []), ...calls(plan)],
      finishReason(plan),
    ),
    usageMetadata: usage(plan, request),
  }),
  refuse: (refusal) => {
    const error = (code: number, status: string, message: string) => ({
      status: code,
      body: { error: { code, message, status } },
    });
    if (refusal.why === 'key')
      return error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
    if (refusal.why === 'model')
      return error(
        404,
        'NOT_FOUND',
        `models/${refusal.model} is not found for API version v1beta, or is not supported for generateContent.`,
      );
    if (refusal.why === 'window')
      return error(
        400,
        'INVALID_ARGUMENT',
        `The input token count (${refusal.tokens}) exceeds the maximum number of tokens allowed (${refusal.window}).`,
      );
    if (refusal.why === 'tools')
      return error(400, 'INVALID_ARGUMENT', 'Function calling is not enabled for this model');
    return error(refusal.status, 'INTERNAL', 'An internal error has occurred.');
  },
};

interface Part {
  text?: string;
  functionCall?: { id?: string; name: string; args: unknown };
  functionResponse?: { response?: { content?: unknown } };
}

interface Declaration {
  name: string;
  parameters?: object;
  parametersJsonSchema?: object;
}

function fromContents(body: Record<string, unknown>, model: string, stream: boolean): ChatRequest {
  const contents = (body['contents'] ?? []) as { role: string; parts: Part[] }[];
  const messages = contents.flatMap(({ role, parts }): ChatRequestMessage[] => {
    const results = parts.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []));
    const called = parts.filter(({ functionCall }) => functionCall);
    const text = partText(parts);
    return [
      ...results.map(({ response }) => ({ role: 'tool', content: resultText(response?.content) })),
      ...(text === '' && called.length === 0
        ? []
        : [
            {
              role: role === 'model' ? 'assistant' : role,
              content: text,
              ...(called.length > 0 ? { tool_calls: called } : {}),
            },
          ]),
    ];
  });
  const system = (body['systemInstruction'] as { parts?: Part[] } | undefined)?.parts;
  const declared = (body['tools'] ?? []) as { functionDeclarations?: Declaration[] }[];
  const tools = declared
    .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
    .map(({ name, parameters, parametersJsonSchema }) => ({
      function: { name, parameters: parametersJsonSchema ?? parameters ?? {} },
    }));
  const mode = (body['toolConfig'] as { functionCallingConfig?: { mode?: string } } | undefined)
    ?.functionCallingConfig?.mode;
  return {
    model,
    stream,
    messages: [{ role: 'system', content: partText(system) }, ...messages],
    tools,
    tool_choice: mode?.toLowerCase(),
  };
}

function resultText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

function answer(parts: readonly Part[], reason?: string): { candidates: object[] } {
  return {
    candidates: [
      { content: { role: 'model', parts }, index: 0, ...(reason ? { finishReason: reason } : {}) },
    ],
  };
}

function calls(plan: PlannedAnswer): Part[] {
  return plan.calls.map(({ id, name, arguments: args }) => ({
    functionCall: { id, name, args: JSON.parse(args) as unknown },
  }));
}

function finishReason(plan: PlannedAnswer): string {
  return plan.finishReason === 'length' ? 'MAX_TOKENS' : 'STOP';
}

function usage(plan: PlannedAnswer, request: ChatRequest) {
  const { prompt_tokens, completion_tokens, total_tokens } = usageOf(plan, request);
  return {
    promptTokenCount: prompt_tokens,
    candidatesTokenCount: completion_tokens,
    totalTokenCount: total_tokens,
  };
}
