import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { chatDialect } from '../fake-provider/chat-dialect.js';
import { answerChunks } from './answer-chunks.js';
import type { ChatRequest } from './chat-request.js';
import { type FakeBehaviour, fakeBehaviour } from './fake-behaviour.js';
import { fakeEmbedding } from './fake-embedding.js';
import { planAnswer, type PlannedAnswer } from './plan-answer.js';

/**
 * A local provider with OpenAI's protocol that behaves as the model name says.
 *
 * ```ts
 * import type { FakeOpenAIServer } from '@ibid/core/testing';
 *
 * const count = ({ requests }: FakeOpenAIServer) => requests.length;
 * ```
 */
export interface FakeOpenAIServer {
  /** With `/v1`, as OpenAI clients expect. */
  url: string;
  /** Chat requests so far, in order. */
  requests: ChatRequest[];
  /** How many of them were answered to the end. */
  readonly answered: number;
  /** Connections that are open now. */
  readonly openConnections: number;
  close: () => Promise<void>;
}

/**
 * A real HTTP server with the OpenAI protocol: chat completions (streamed or not), models, embeddings. Its behaviour is
 * encoded in the model name (see `FakeBehaviour`), so any client can request any behaviour.
 *
 * ```ts
 * import { startFakeOpenAIServer } from '@ibid/core/testing';
 *
 * const server = await startFakeOpenAIServer();
 * console.log(server.url); // for any client of OpenAI's interface
 * await server.close();
 * ```
 */
export async function startFakeOpenAIServer(
  options: { port?: number; host?: string; apiKey?: string } = {},
): Promise<FakeOpenAIServer> {
  const requests: ChatRequest[] = [];
  let answered = 0;
  const seen = new Map<string, number>();
  const sockets = new Set<Socket>();

  // Loaded only by those who start a server: it takes two megabytes.
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://fake').pathname;
    if (options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`) {
      sendError(response, 401, `Incorrect API key provided: ${request.headers.authorization ?? 'none'}.`);
    } else if (path === '/v1/models') {
      const data = ['fake/plain', 'fake/quote', 'fake/tokens=400,gap=5'].map((id) => ({
        id,
        object: 'model',
      }));
      sendJson(response, 200, { object: 'list', data });
    } else if (path === '/v1/chat/completions') {
      await chat((await readJson(request)) as ChatRequest, response);
    } else if (path === '/v1/embeddings') {
      embed((await readJson(request)) as EmbeddingRequest, response);
    } else sendError(response, 404, `There is nothing at ${path}.`);
  };

  const chat = async (request: ChatRequest, response: ServerResponse): Promise<void> => {
    requests.push(request);
    const times = (seen.get(request.model) ?? 0) + 1;
    seen.set(request.model, times);
    const behaviour = fakeBehaviour(request.model);
    if (!behaviour) {
      sendError(response, 404, `The model "${request.model}" does not exist.`, 'model_not_found');
      return;
    }
    const plan = planAnswer(request, behaviour);
    const size = Math.ceil(JSON.stringify(request.messages).length / 4);
    if (behaviour.context !== null && size > behaviour.context) {
      const message = `This model's maximum context length is ${behaviour.context} tokens, but there are ${size}.`;
      sendError(response, 400, message, 'context_length_exceeded');
      return;
    }
    if (behaviour.error !== null && fails(behaviour, plan, times)) {
      if (behaviour.retryafter !== null) response.setHeader('retry-after', behaviour.retryafter);
      sendError(response, behaviour.error, `The server was told to answer ${behaviour.error}.`);
      return;
    }
    if (behaviour.hang === 0 && fails(behaviour, plan, times)) return;
    await pause(behaviour.ttft);
    if (request.stream) await stream(request, response, behaviour, plan, times);
    else sendJson(response, 200, chatDialect.whole(plan, request));
    answered += 1;
  };

  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host ?? '127.0.0.1'}:${port}/v1`,
    requests,
    get answered() {
      return answered;
    },
    get openConnections() {
      return sockets.size;
    },
    close: () =>
      new Promise((resolve, reject) => {
        for (const socket of sockets) socket.destroy();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}

/** Whether a fault applies to this request, not only to another step or to earlier requests. */
function fails(behaviour: FakeBehaviour, plan: PlannedAnswer, times: number): boolean {
  if (behaviour.errors !== null && times > behaviour.errors) return false;
  return behaviour.errorat === null || behaviour.errorat === plan.step;
}

async function stream(
  request: ChatRequest,
  response: ServerResponse,
  behaviour: FakeBehaviour,
  plan: PlannedAnswer,
  times: number,
): Promise<void> {
  const faulty = fails(behaviour, plan, times);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  let bytes = 0;
  const write = async (data: string): Promise<boolean> => {
    const event = Buffer.from(`data: ${data}\n\n`);
    const room = behaviour.cut !== null && faulty ? behaviour.cut - bytes : Number.POSITIVE_INFINITY;
    bytes += event.length;
    if (event.length <= room) {
      if (!response.write(event)) await drained(response);
      return !response.destroyed;
    }
    // Everything written before the cut still arrives.
    response.write(event.subarray(0, Math.max(0, room)), () => response.destroy());
    return false;
  };
  let written = 0;
  for (const chunk of answerChunks(plan, request, { finish: !behaviour.nofinish })) {
    if (response.destroyed) return;
    // A long answer without gaps must not block a client in the same process.
    if (++written % 32 === 0) await breathe();
    if (chunk.isToken && chunk.tokens > 0) await pause(behaviour.gap);
    if (faulty && behaviour.hang !== null && chunk.isToken && chunk.tokens >= behaviour.hang) return;
    if (faulty && behaviour.streamerror !== null && chunk.isToken && chunk.tokens >= behaviour.streamerror) {
      await write(
        JSON.stringify({ error: { message: 'The server had an error.', type: 'server_error', code: 500 } }),
      );
      response.end();
      return;
    }
    if (!(await write(chunk.data))) return;
  }
  if (await write('[DONE]')) response.end();
}

/** Resolves when the client has read on or disconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

interface EmbeddingRequest {
  model: string;
  input: string | string[];
  dimensions?: number;
  encoding_format?: 'float' | 'base64';
}

function embed(request: EmbeddingRequest, response: ServerResponse): void {
  const behaviour = fakeBehaviour(request.model);
  if (!behaviour) {
    sendError(response, 404, `The model "${request.model}" does not exist.`, 'model_not_found');
    return;
  }
  if (behaviour.error !== null) {
    sendError(response, behaviour.error, `The server was told to answer ${behaviour.error}.`);
    return;
  }
  const texts = [request.input].flat();
  const data = texts.map((text, index) => {
    const vector = fakeEmbedding(text, request.dimensions ?? behaviour.dimensions);
    const embedding =
      request.encoding_format === 'base64'
        ? Buffer.from(new Float32Array(vector).buffer).toString('base64')
        : vector;
    return { object: 'embedding', index, embedding };
  });
  const tokens = Math.ceil(texts.join('').length / 4);
  sendJson(response, 200, {
    object: 'list',
    data,
    model: request.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  code: string | null = null,
): void {
  sendJson(response, status, { error: { message, type: 'fake_error', param: null, code } });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function pause(milliseconds: number): Promise<void> | undefined {
  if (milliseconds <= 0) return undefined;
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
