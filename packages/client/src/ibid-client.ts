import type { Packet } from '@ibid/core';
import { PACKET_VERSION } from '@ibid/core/internal/browser';
import type { Schemas } from './api.generated.js';
import { ApiError } from './api-error.js';
import { readEvents, type ServerEvent } from './read-events.js';
import {
  addressFor,
  fillAddress,
  type Answer,
  type FileRoute,
  type JsonRoute,
  type RequestInput,
  type LooseQuery,
} from './routes.js';

/** Sends a request: `fetch`, or the `fetch` of a server in the same process. */
export type Transport = (address: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Address of the server, e.g. `http://127.0.0.1:4646`; empty for the page's own. */
  base: string;
  /** An API key, if the server requires log-in. */
  key?: string | undefined;
  /** Default: `fetch`. */
  transport?: Transport;
  /** Headers for every request of a method. */
  headers?: (method: string) => Record<string, string>;
  /** A custom message for when no server answers. */
  unreachable?: () => string;
  /** A custom message for a refusal without an explanation. */
  refused?: (status: number) => string;
}

export interface SendInput {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** For this request only, e.g. to report upload progress. */
  transport?: Transport | undefined;
}

/** How to follow a stream across lost connections. */
export interface Follow {
  signal?: AbortSignal | undefined;
  onConnection?: (connected: boolean) => void;
  /** Give up after this many lost connections in a row without anything new. Default: 5. */
  attempts?: number;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;

/**
 * Talks to an Ibid server, over the network or in the same process, with the same interface.
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

  /**
   * One request, named and typed as in the OpenAPI document, e.g. `GET /api/items/{id}`. Routes that answer with a file
   * are for `download`, and those with events for `packets` and `job`.
   */
  async request<Name extends JsonRoute>(
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
    if (response.status === 204) return undefined as Answer<Name>;
    return (await response.json().catch((error: unknown) => {
      if (!(error instanceof SyntaxError)) throw error;
      const { status, headers: sent } = response;
      const message = `What answers at ${this.#base} is not JSON (${sent.get('content-type') ?? 'of no stated type'}). Check that it is the address of an Ibid server.`;
      throw new ApiError({ status, code: 'not_json', message, cause: error });
    })) as Answer<Name>;
  }

  /** The bytes of a route that answers with a file, or at a path such as `/api/items/7/original`. */
  async download<Name extends FileRoute>(name: Name, input: RequestInput<Name>): Promise<Uint8Array>;
  async download(path: `/${string}`): Promise<Uint8Array>;
  async download(name: string, input: object = {}): Promise<Uint8Array> {
    const {
      path = {},
      query = {},
      ...rest
    } = input as SendInput & { path?: Record<string, string>; query?: LooseQuery };
    const address = name.startsWith('/') ? name : fillAddress(name, path, query);
    return new Uint8Array(await (await this.send('GET', address, rest)).arrayBuffer());
  }

  /** Packets of a turn, from the start or after a cursor, to its end, without duplicates or gaps. */
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

  /** The state of a job as it changes, to its end. */
  async *job(id: string, follow: Follow = {}): AsyncGenerator<Schemas['Job']> {
    for await (const events of this.follow(() => addressFor('GET /api/jobs/{id}/events', { id }), follow)) {
      // Only the latest state matters.
      const job = JSON.parse(events.at(-1)?.data ?? '') as Schemas['Job'];
      yield job;
      if (job.state !== 'queued' && job.state !== 'running') return;
    }
  }

  /**
   * Events of a stream across lost connections. The reader knows the last event and leaves. `path` is called for each
   * connection, so it can include a cursor. Throws if the stream is refused.
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

  /** Any request; errors are thrown as `ApiError`. */
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
