import type { Packet } from '@ibid/core';
import { PACKET_VERSION } from '@ibid/core/internal/browser';
import type { Routes, Schemas } from './api.generated.js';
import { ApiError } from './api-error.js';
import { readEvents, type ServerEvent } from './read-events.js';
import {
  addressFor,
  fillAddress,
  type Answer,
  type RequestInput,
  type LooseQuery,
  type Route,
} from './routes.js';

/** What carries a request: `fetch`, or the `fetch` of a server in the same process. */
export type Transport = (address: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Address of the server, e.g. `http://127.0.0.1:4242`; empty for the page's own. */
  base: string;
  /** An API key, where the server asks for log-in. */
  key?: string | undefined;
  /** Default: `fetch`. */
  transport?: Transport;
  /** Headers that every request of a method carries. */
  headers?: (method: string) => Record<string, string>;
  /** In words of one's own: what is told when no server answers. */
  unreachable?: () => string;
  /** In words of one's own: what is told when a refusal has no explanation. */
  refused?: (status: number) => string;
}

export interface SendInput {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** For this request alone, e.g. one that tells how much was sent. */
  transport?: Transport | undefined;
}

/** How a stream is followed through lost connections. */
export interface Follow {
  signal?: AbortSignal | undefined;
  onConnection?: (connected: boolean) => void;
  /** Lost connections in a row, with nothing new between them, after which it is given up. Default: 5. */
  attempts?: number;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;

/**
 * Speaks to an Ibid server, over the network or in the same process: both are the same interface.
 *
 * ```ts no-run
 * import { IbidClient } from '@ibid/client';
 *
 * const client = new IbidClient({ base: 'http://127.0.0.1:4646' });
 * const { rows } = await client.request('GET /api/knowledge-bases', {});
 * console.log(rows.map(({ name }) => name));
 * ```
 */
export class IbidClient {
  readonly #options: ClientOptions;
  readonly #base: string;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#base = options.base.replace(/\/+$/u, '');
  }

  /** One request, named and typed as the OpenAPI document describes it, e.g. `GET /api/items/{id}`. */
  async request<Name extends Route>(
    name: Name,
    input: RequestInput<Name> & Pick<SendInput, 'transport'>,
  ): Promise<Answer<Name>> {
    const {
      path = {},
      query = {},
      ...rest
    } = input as SendInput & {
      path?: Record<string, string>;
      query?: LooseQuery;
    };
    const method = name.slice(0, name.indexOf(' '));
    const response = await this.send(method, fillAddress(name, path, query), {
      ...rest,
      headers: { accept: 'application/json', ...rest.headers },
    });
    return (response.status === 204 ? undefined : await response.json()) as Routes[Name]['answer'];
  }

  /** The bytes that a path answers with, whatever they are. */
  async download(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.send('GET', path)).arrayBuffer());
  }

  /** Packets of a turn, from the start or after a cursor, to its end: none twice, none missing. */
  async *packets(turnId: string, follow: Follow & { after?: number } = {}): AsyncGenerator<Packet> {
    let cursor = follow.after ?? 0;
    const path = () => addressFor('GET /api/turns/{id}/events', { id: turnId }, { after: cursor });
    for await (const events of this.follow(path, follow)) {
      for (const { data } of events) {
        const packet = JSON.parse(data) as Packet;
        if (packet.type === 'heartbeat' || packet.seq <= cursor) continue;
        if (packet.type === 'turn-start' && packet.version > PACKET_VERSION) {
          const message = 'The server is newer than this client. Update with: npm install -g ibid';
          throw new ApiError({ status: 0, code: 'newer_server', message });
        }
        cursor = packet.seq;
        yield packet;
        if (packet.type === 'turn-stop') return;
      }
    }
  }

  /** A job as it continues, to its end. */
  async *job(id: string, follow: Follow = {}): AsyncGenerator<Schemas['Job']> {
    for await (const events of this.follow(() => addressFor('GET /api/jobs/{id}/events', { id }), follow)) {
      // Only the latest state matters.
      const job = JSON.parse(events.at(-1)?.data ?? '') as Schemas['Job'];
      yield job;
      if (job.state !== 'queued' && job.state !== 'running') return;
    }
  }

  /**
   * Events of a stream, through lost connections; the one who reads knows when the last one has come, and leaves.
   * `path` is asked again for each connection, so that it can name a cursor. Throws when the stream is refused.
   */
  async *follow(path: () => string, follow: Follow = {}): AsyncGenerator<ServerEvent[]> {
    const { signal, onConnection, attempts = 5 } = follow;
    let lost = 0;
    while (!signal?.aborted) {
      let failure: unknown;
      try {
        const response = await this.send('GET', path(), { headers: { accept: 'text/event-stream' }, signal });
        onConnection?.(true);
        if (response.body) {
          for await (const events of readEvents(response.body)) {
            lost = 0;
            yield events;
          }
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error;
        failure = error;
      }
      onConnection?.(false);
      lost += 1;
      if (lost >= attempts) throw failure ?? this.#unreachable();
      await pause(Math.min(FIRST_PAUSE * 2 ** (lost - 1), LONGEST_PAUSE), signal);
    }
  }

  /** Any request; what is not an answer is thrown as an `ApiError`. */
  async send(method: string, path: string, input: SendInput = {}): Promise<Response> {
    const { body, signal, transport = this.#options.transport ?? fetch } = input;
    const headers: Record<string, string> = { ...this.#options.headers?.(method), ...input.headers };
    if (this.#options.key) headers['authorization'] = `Bearer ${this.#options.key}`;
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    let response: Response;
    try {
      response = await transport(`${this.#base}${path}`, {
        method,
        headers,
        signal: signal ?? null,
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw this.#unreachable(error);
    }
    if (!response.ok) throw await this.#refusal(response);
    return response;
  }

  #unreachable(cause?: unknown): ApiError {
    const message = this.#options.unreachable?.() ?? `No Ibid server answers at ${this.#base}.`;
    return new ApiError({ status: 0, code: 'unreachable', message, cause });
  }

  async #refusal(response: Response): Promise<ApiError> {
    const { status } = response;
    const problem = (await response.json().catch(() => ({}))) as {
      code?: string;
      detail?: string;
      title?: string;
    };
    const message =
      problem.detail ??
      problem.title ??
      this.#options.refused?.(status) ??
      `The server answered with status ${status}.`;
    return new ApiError({ status, code: problem.code ?? `http_${status}`, message });
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
