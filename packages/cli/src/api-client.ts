import { PACKET_VERSION, type Packet } from '@ibid/core';
import type { Routes, Schemas } from './api.generated.js';
import { readEvents } from './read-events.js';
import { RequestFailed } from './request-failed.js';
import { ServerUnreachable } from './server-unreachable.js';

export type Fetch = (request: Request) => Promise<Response>;

type Input<Name extends keyof Routes> = (keyof Routes[Name]['path'] extends never
  ? unknown
  : { path: Routes[Name]['path'] }) &
  (Routes[Name]['body'] extends undefined ? unknown : { body: Routes[Name]['body'] }) & {
    query?: { [Key in keyof Routes[Name]['query']]?: Routes[Name]['query'][Key] | null };
    headers?: Record<string, string>;
  };

interface LooseInput {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Speaks to an Ibid server: one in this process on a data folder, or a remote one. Both are the same interface. */
export class ApiClient {
  readonly #fetch: Fetch;
  readonly #base: string;
  readonly #key: string | undefined;

  constructor(options: { fetch: Fetch; base: string; key?: string | undefined }) {
    this.#fetch = options.fetch;
    this.#base = options.base.replace(/\/+$/u, '');
    this.#key = options.key;
  }

  /** One request, named and typed as the OpenAPI document describes it, e.g. `GET /api/items/{id}`. */
  async request<Name extends keyof Routes>(name: Name, input: Input<Name>): Promise<Routes[Name]['answer']> {
    const [method = 'GET', template = ''] = name.split(' ');
    const { path = {}, query = {}, body, headers } = input as LooseInput;
    const filled = template.replace(/\{(\w+)\}/gu, (_, key: string) => encodeURIComponent(path[key] ?? ''));
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query))
      if (value !== null && value !== undefined) search.set(key, String(value));
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await this.#send(method, search.size === 0 ? filled : `${filled}?${search.toString()}`, {
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(isJson ? { body: JSON.stringify(body) } : body instanceof FormData ? { body } : {}),
    });
    return (response.status === 204 ? undefined : await response.json()) as Routes[Name]['answer'];
  }

  /** The bytes that a path answers with, whatever they are. */
  async download(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#send('GET', path, {})).arrayBuffer());
  }

  /** Packets of a turn from the start or after a cursor; reconnects by cursor when the connection is lost. */
  async *packets(turnId: string, after = 0): AsyncGenerator<Packet> {
    let cursor = after;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const response = await this.#send('GET', `/api/turns/${turnId}/events?after=${cursor}`, {
        headers: { accept: 'text/event-stream' },
      });
      if (!response.body) return;
      for await (const { data } of readEvents(response.body)) {
        const packet = JSON.parse(data) as Packet;
        if (packet.type === 'heartbeat' || packet.seq <= cursor) continue;
        if (packet.type === 'turn-start' && packet.version > PACKET_VERSION) {
          throw new RequestFailed({
            status: 0,
            code: 'newer_server',
            message: 'The server is newer than this command. Update with: npm install -g ibid',
          });
        }
        cursor = packet.seq;
        attempt = 0;
        yield packet;
        if (packet.type === 'turn-stop') return;
      }
    }
  }

  /** A job as it goes on, to its end. */
  async *job(id: string): AsyncGenerator<Schemas['Job']> {
    const response = await this.#send('GET', `/api/jobs/${id}/events`, {
      headers: { accept: 'text/event-stream' },
    });
    if (!response.body) return;
    for await (const { data } of readEvents(response.body)) yield JSON.parse(data) as Schemas['Job'];
  }

  async #send(method: string, path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#key) headers.set('authorization', `Bearer ${this.#key}`);
    let response: Response;
    try {
      response = await this.#fetch(new Request(`${this.#base}${path}`, { ...init, method, headers }));
    } catch (error) {
      throw new ServerUnreachable(this.#base, error);
    }
    if (response.ok) return response;
    const problem = (await response.json().catch(() => ({}))) as {
      code?: string;
      detail?: string;
      title?: string;
    };
    throw new RequestFailed({
      status: response.status,
      code: problem.code ?? `http_${response.status}`,
      message:
        problem.detail ?? problem.title ?? `The server answered ${response.status} to ${method} ${path}.`,
    });
  }
}
