import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { countTokens } from '../../tokens/count-tokens.js';
import type { ChatRequest } from '../fake-openai/chat-request.js';
import { fakeBehaviour } from '../fake-openai/fake-behaviour.js';
import { fakeEmbedding } from '../fake-openai/fake-embedding.js';
import { planAnswer } from '../fake-openai/plan-answer.js';

/**
 * A model of the fake Ollama. Its name determines how it answers, as with the fake OpenAI server (`fake/quote`).
 *
 * ```ts
 * import type { FakeOllamaModel } from '@ibid/core/testing';
 *
 * const small: FakeOllamaModel = { name: 'fake/quote', contextLength: 8_192, capabilities: ['completion', 'tools'] };
 * ```
 */
export interface FakeOllamaModel {
  name: string;
  /** The model's maximum; it is never loaded with more. Default 131,072. */
  contextLength?: number;
  /** `num_ctx` of its Modelfile. */
  numCtx?: number;
  /** Default: completion and tools. */
  capabilities?: readonly string[];
  /** Loaded with at most this, whatever is requested, like a machine with little memory. */
  mostLoaded?: number;
}

/**
 * One chat request as received, and how much of it the model saw.
 *
 * ```ts
 * import type { FakeOllamaRequest } from '@ibid/core/testing';
 *
 * const wasCut = ({ cutTokens }: FakeOllamaRequest) => cutTokens > 0;
 * ```
 */
export interface FakeOllamaRequest {
  model: string;
  stream?: boolean;
  messages: {
    role: string;
    content: string;
    images?: string[];
    tool_calls?: unknown[];
    tool_name?: string;
  }[];
  tools?: ChatRequest['tools'];
  options?: Record<string, unknown>;
  keep_alive?: unknown;
  think?: unknown;
  format?: unknown;
  /** Tokens of the prompt, and how many of them were silently cut. */
  promptTokens: number;
  cutTokens: number;
}

/**
 * A local Ollama, as far as a client can tell.
 *
 * ```ts
 * import type { FakeOllama } from '@ibid/core/testing';
 *
 * const lastWindow = ({ requests }: FakeOllama) => requests.at(-1)?.options?.['num_ctx'];
 * ```
 */
export interface FakeOllama {
  /** Without a path, as in `OLLAMA_HOST`. */
  url: string;
  requests: FakeOllamaRequest[];
  /** The context size of each loaded model. */
  loaded: Map<string, number>;
  close: () => Promise<void>;
}

/** Ollama's default if no size is requested. */
const DEFAULT_CONTEXT = 4_096;

/**
 * A real HTTP server with Ollama's API: `/api/chat` (streamed or not, tools, thinking, images), `show`, `ps`, `tags`,
 * `version`, `embed`, and `/v1/models`. It cuts like Ollama: a prompt longer than `num_ctx` silently loses its oldest
 * messages, then the start of what is left.
 *
 * ```ts
 * import { startFakeOllama } from '@ibid/core/testing';
 *
 * const ollama = await startFakeOllama({ models: [{ name: 'fake/quote' }] });
 * console.log(ollama.url); // for OLLAMA_HOST
 * await ollama.close();
 * ```
 */
export async function startFakeOllama(
  options: { models?: readonly FakeOllamaModel[]; port?: number; apiKey?: string } = {},
): Promise<FakeOllama> {
  const models = options.models ?? [{ name: 'fake/quote' }];
  const requests: FakeOllamaRequest[] = [];
  const loaded = new Map<string, number>();
  const sockets = new Set<Socket>();
  const find = (name: string | undefined) =>
    models.find((model) => model.name === name || `${model.name}:latest` === name);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://fake').pathname;
    const body =
      request.method === 'POST' ? ((await readJson(request)) as { model?: string; name?: string }) : {};
    const model = find(body.model ?? body.name);
    // As at ollama.com, or behind a proxy that requires a key.
    if (options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`)
      send(response, 401, { error: 'unauthorized' });
    else if (path === '/') response.end('Ollama is running');
    else if (path === '/api/version') send(response, 200, { version: '0.14.0' });
    else if (path === '/api/tags')
      send(response, 200, {
        models: models.map(({ name }) => ({ name, model: name, size: 1, details: {} })),
      });
    else if (path === '/v1/models')
      send(response, 200, {
        object: 'list',
        data: models.map(({ name }) => ({ id: name, object: 'model' })),
      });
    else if (path === '/api/ps') {
      const rows = [...loaded].map(([name, context_length]) => ({ name, model: name, context_length }));
      send(response, 200, { models: rows });
    } else if (request.method !== 'POST') send(response, 404, '404 page not found');
    else if (!model) send(response, 404, { error: `model '${body.model ?? ''}' not found` });
    else if (path === '/api/show') send(response, 200, shown(model));
    else if (path === '/api/chat') await chat(body as FakeOllamaRequest, model, response);
    else if (path === '/api/embed') embed(body as { input?: string | string[] }, response);
    else send(response, 404, '404 page not found');
  };

  const chat = async (asked: FakeOllamaRequest, model: FakeOllamaModel, response: ServerResponse) => {
    const capabilities = model.capabilities ?? ['completion', 'tools'];
    const refuse = (what: string) =>
      send(response, 400, { error: `"${model.name}" does not support ${what}` });
    if (asked.tools?.length && !capabilities.includes('tools')) return refuse('tools');
    if (asked.think === true && !capabilities.includes('thinking')) return refuse('thinking');
    const wanted = asked.options?.['num_ctx'] ?? model.numCtx ?? DEFAULT_CONTEXT;
    const window = Math.min(Number(wanted), model.contextLength ?? 131_072, model.mostLoaded ?? Infinity);
    loaded.set(model.name, window);
    const { messages, tokens, whole } = truncated(asked, window);
    requests.push({ ...asked, promptTokens: whole, cutTokens: whole - tokens });
    const behaviour = fakeBehaviour(model.name);
    if (!behaviour) return send(response, 500, { error: `"${model.name}" does not say how it behaves` });
    const plan = planAnswer({ ...asked, messages } as ChatRequest, behaviour);
    if (behaviour.error) return send(response, behaviour.error, { error: 'the server was told to fail' });
    const line = (message: object, rest: object = {}) => ({
      model: model.name,
      created_at: '2026-01-01T00:00:00Z',
      message: { role: 'assistant', ...message },
      done: false,
      ...rest,
    });
    const calls = plan.calls.map((call) => ({
      function: { name: call.name, arguments: JSON.parse(call.arguments) as unknown },
    }));
    const end = {
      done: true,
      done_reason: plan.finishReason === 'length' ? 'length' : 'stop',
      prompt_eval_count: tokens,
      eval_count: plan.length,
      total_duration: 1,
    };
    if (asked.stream === false) {
      const thinking = plan.reasoning.join('');
      const message = {
        content: [...plan.tokens].join(''),
        ...(thinking ? { thinking } : {}),
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      };
      return send(response, 200, line(message, end));
    }
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const write = (value: object) => response.write(`${JSON.stringify(value)}\n`);
    for (const thinking of plan.reasoning) write(line({ content: '', thinking }));
    for (const content of plan.tokens) write(line({ content }));
    if (calls.length > 0) write(line({ content: '', tool_calls: calls }));
    write(line({ content: '' }, end));
    response.end();
  };

  // Loaded only by those who start a server: it takes two megabytes.
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    loaded,
    close: () =>
      new Promise((resolve, reject) => {
        for (const socket of sockets) socket.destroy();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}

function shown(model: FakeOllamaModel) {
  return {
    parameters:
      model.numCtx === undefined ? 'stop "<|end|>"' : `num_ctx                        ${model.numCtx}`,
    details: { family: 'fake', parameter_size: '1B' },
    model_info: { 'general.architecture': 'fake', 'fake.context_length': model.contextLength ?? 131_072 },
    capabilities: model.capabilities ?? ['completion', 'tools'],
  };
}

/**
 * Removes the oldest messages, except the system prompt and the last message; then the start of what is still too long.
 */
function truncated(asked: FakeOllamaRequest, window: number) {
  const size = (messages: FakeOllamaRequest['messages']) =>
    countTokens(JSON.stringify(asked.tools ?? []), null) +
    messages.reduce((sum, message) => sum + countTokens(plain(message), null) + 4, 0);
  const whole = size(asked.messages);
  const messages = [...asked.messages];
  while (size(messages) > window) {
    const oldest = messages.findIndex(
      (message, index) => message.role !== 'system' && index < messages.length - 1,
    );
    if (oldest < 0) break;
    messages.splice(oldest, 1);
  }
  return { messages, whole, tokens: Math.min(size(messages), window) };
}

function plain(message: FakeOllamaRequest['messages'][number]): string {
  return message.content + (message.tool_calls ? JSON.stringify(message.tool_calls) : '');
}

function embed(body: { input?: string | string[] }, response: ServerResponse): void {
  const embeddings = [body.input ?? []].flat().map((text) => fakeEmbedding(text, 384));
  send(response, 200, { embeddings });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
}
