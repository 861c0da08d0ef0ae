import { PACKET_VERSION, type Packet } from '@ibid/core';
import { readEvents } from './read-events.js';
import { RequestFailed } from './request-failed.js';
import { ServerUnreachable } from './server-unreachable.js';

export type Fetch = (request: Request) => Promise<Response>;

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

  async json<Result>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Result> {
    const response = await this.#send(method, path, {
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (response.status === 204 ? undefined : await response.json()) as Result;
  }

  async text(path: string): Promise<string> {
    return (await this.#send('GET', path, {})).text();
  }

  async upload<Result>(path: string, files: readonly { name: string; content: Blob }[]): Promise<Result> {
    const form = new FormData();
    for (const file of files) form.append('files', file.content, file.name);
    return (await (await this.#send('POST', path, { body: form })).json()) as Result;
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

  async *events<Event>(path: string): AsyncGenerator<Event> {
    const response = await this.#send('GET', path, { headers: { accept: 'text/event-stream' } });
    if (!response.body) return;
    for await (const { data } of readEvents(response.body)) yield JSON.parse(data) as Event;
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
