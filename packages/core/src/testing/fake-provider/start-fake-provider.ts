import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countTokens } from '../../tokens/count-tokens.js';
import type { ChatRequest } from '../fake-openai/chat-request.js';
import { fakeBehaviour } from '../fake-openai/fake-behaviour.js';
import { planAnswer } from '../fake-openai/plan-answer.js';
import { anthropic } from './anthropic-dialect.js';
import { event } from './fake-dialect.js';
import type { FakeDialect, FakeProviderModel, FakeRefusal } from './fake-dialect.js';
import { google } from './google-dialect.js';
import { llamaCpp, lmStudio, vllm } from './local-dialects.js';
import { mistral, openai } from './openai-dialect.js';

const DIALECTS = {
  openai,
  anthropic,
  google,
  mistral,
  vllm,
  'lm-studio': lmStudio,
  'llama.cpp': llamaCpp,
} satisfies Record<string, FakeDialect>;

/**
 * A local provider with the protocol and the errors of the real one.
 *
 * ```ts
 * import type { FakeProvider } from '@ibid/core/testing';
 *
 * const lastModel = ({ requests }: FakeProvider) => requests.at(-1)?.model;
 * ```
 */
export interface FakeProvider {
  /** As people enter it, with the path of this kind of provider. */
  url: string;
  /** All requests in the format of chat completions, including refused ones. */
  requests: ChatRequest[];
  close: () => Promise<void>;
}

/**
 * A real HTTP server with the API of one kind of provider: its list of models, where it reports windows, its chat
 * (streamed or not, with tools), and its own errors for a wrong key, an unknown model, a prompt over the window and
 * unsupported tools.
 *
 * ```ts
 * import { startFakeProvider } from '@ibid/core/testing';
 *
 * const server = await startFakeProvider({
 *   kind: 'llama.cpp',
 *   models: [{ name: 'qwen3-8b.gguf', behaves: 'fake/quote', window: 8_192 }],
 * });
 * console.log(server.url); // for IBID_MODEL_URL
 * await server.close();
 * ```
 */
export async function startFakeProvider(options: {
  kind: keyof typeof DIALECTS;
  apiKey?: string;
  models: readonly FakeProviderModel[];
}): Promise<FakeProvider> {
  const dialect: FakeDialect = DIALECTS[options.kind];
  const models = options.models.map((model) => ({
    behaves: model.name,
    window: 131_072,
    takesTools: true,
    embeds: false,
    ...model,
  }));
  const requests: ChatRequest[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://fake').pathname);
    const key = options.apiKey;
    if (key !== undefined && dialect.keyOf(request.headers) !== key && !dialect.open?.includes(path))
      return refuse(response, { why: 'key' });
    if (request.method === 'GET') {
      const found = dialect.look(path, models);
      return found ? send(response, 200, found) : send(response, 404, { error: 'Not Found' });
    }
    const asked = dialect.read(path, await readJson(request));
    if (!asked) return send(response, 404, { error: 'Not Found' });
    requests.push(asked);
    const model =
      models.find(({ name }) => name === asked.model) ?? (dialect.answersAnyName ? models[0] : null);
    const behaviour = model ? fakeBehaviour(model.behaves) : null;
    if (!model || !behaviour) return refuse(response, { why: 'model', model: asked.model });
    if (!model.takesTools && asked.tools?.length) return refuse(response, { why: 'tools' });
    const tokens = countTokens(JSON.stringify([asked.messages, asked.tools ?? []]), null);
    if (tokens > model.window) {
      const refusal: FakeRefusal = { why: 'window', window: model.window, tokens };
      // LM Studio has already started its answer when it finds out.
      if (options.kind !== 'lm-studio' || !asked.stream) return refuse(response, refusal);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(event(dialect.refuse(refusal).body, 'error'));
      return;
    }
    if (behaviour.error !== null) return refuse(response, { why: 'failure', status: behaviour.error });
    const plan = planAnswer(asked, behaviour);
    if (!asked.stream) return send(response, 200, dialect.whole(plan, asked));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const one of dialect.events(plan, asked)) response.write(one);
    response.end();
  };
  const refuse = (response: ServerResponse, refusal: FakeRefusal) => {
    const { status, body } = dialect.refuse(refusal);
    send(response, status, body);
  };

  // Loaded only by those who start a server: it takes two megabytes.
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${dialect.base}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function send(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}') as Record<string, unknown>;
}
