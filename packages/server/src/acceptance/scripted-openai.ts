import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One inference: first its text, then its tool calls. */
export interface ScriptedInference {
  say?: string;
  call?: { name: string; input: unknown }[];
  /** Sends nothing more and keeps the connection open. */
  hang?: boolean;
}

interface PromptMessage {
  role: string;
  content?: unknown;
  tool_calls?: unknown[];
}

/** Chooses the inference for a request. */
export type DecideInference = (asked: { messages: PromptMessage[]; tools: string[] }) => ScriptedInference;

/**
 * A provider that follows the script in the question: `scriptOf` writes one inference per step of the turn. Without a
 * script, or beyond its end, it says `Done.`. If `decide` is given, that chooses instead.
 */
export async function startScriptedProvider(decide?: DecideInference): Promise<{
  url: string;
  /** The request of each inference: messages and tools, as JSON. */
  prompts: string[];
  /** The token limit of each; null if not given. */
  limits: (number | null)[];
  close: () => Promise<void>;
}> {
  const prompts: string[] = [];
  const limits: (number | null)[] = [];
  const server = createServer(
    (request, response) => void answer(request, response, { prompts, limits, decide }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    prompts,
    limits,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const scriptOf = (steps: readonly ScriptedInference[]): string => `SCRIPT ${JSON.stringify(steps)}`;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  {
    prompts,
    limits,
    decide,
  }: { prompts: string[]; limits: (number | null)[]; decide: DecideInference | undefined },
): Promise<void> {
  let body = '';
  for await (const part of request) body += String(part);
  if (!request.url?.endsWith('/chat/completions')) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted', object: 'model' }] }));
    return;
  }
  const { messages, tools, stream, max_tokens } = JSON.parse(body) as {
    stream?: boolean;
    max_tokens?: number;
    messages: PromptMessage[];
    tools?: { function: { name: string } }[];
  };
  prompts.push(JSON.stringify({ messages, tools }));
  limits.push(max_tokens ?? null);
  const names = (tools ?? []).map((tool) => tool.function.name);
  const {
    say,
    call = [],
    hang = false,
  } = decide ? decide({ messages, tools: names }) : inferenceFor(messages);
  if (stream !== true) {
    if (hang) return;
    const calls = call.map(({ name, input }, index) => ({
      id: `call-${Date.now()}-${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }));
    const message = {
      role: 'assistant',
      content: say ?? '',
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    const choice = { index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 0,
        model: 'scripted',
        choices: [choice],
      }),
    );
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const send = (delta: object, finish: string | null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  for (const piece of (say ?? '').match(/[^]{1,7}/g) ?? []) send({ content: piece }, null);
  if (hang) return;
  for (const [index, { name, input }] of call.entries()) {
    const id = `call-${Date.now()}-${index}`;
    const functionCall = { name, arguments: JSON.stringify(input) };
    send({ tool_calls: [{ index, id, type: 'function', function: functionCall }] }, null);
  }
  send({}, call.length > 0 ? 'tool_calls' : 'stop');
  response.end('data: [DONE]\n\n');
}

/** The script of the last question, at the step given by the calls since. */
function inferenceFor(messages: readonly PromptMessage[]): ScriptedInference {
  const at = messages.findLastIndex(
    ({ role, content }) => role === 'user' && JSON.stringify(content ?? '').includes('SCRIPT '),
  );
  const text = contentText(messages[at]?.content);
  const script = at < 0 ? [] : (JSON.parse(text.slice(text.indexOf('SCRIPT ') + 7)) as ScriptedInference[]);
  const step = messages.slice(at + 1).filter(({ tool_calls }) => (tool_calls?.length ?? 0) > 0).length;
  return script[step] ?? { say: 'Done.' };
}

export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return ((content ?? []) as { text?: string }[]).map(({ text }) => text ?? '').join('');
}
