import type { Packet } from '@ibid/core';

export interface TestAnswer<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

interface StartedTurn {
  turnId: string;
  userMessageId: string;
  assistantMessageId: string;
}

/** An HTTP client for a server under test. */
export class TestClient {
  readonly url: string;
  readonly headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url;
    this.headers = headers;
  }

  async send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer<Body>> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...this.headers,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    let parsed: unknown = text;
    try {
      parsed = JSON.parse(text);
    } catch {
      // Not every response is JSON.
    }
    return { status: response.status, body: parsed as Body, headers: response.headers };
  }

  async get<Body = Record<string, unknown>>(path: string): Promise<Body> {
    const answer = await this.send<Body>('GET', path);
    if (answer.status >= 400) throw new Error(`GET ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async post<Body = Record<string, unknown>>(path: string, body: unknown): Promise<Body> {
    const answer = await this.send<Body>('POST', path, body);
    if (answer.status >= 400)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  newConversation(): Promise<{ id: string }> {
    return this.post('/api/conversations', {});
  }

  ask(
    conversationId: string,
    text: string,
    options: { modelId?: string; parentMessageId?: string | null } = {},
  ): Promise<StartedTurn> {
    return this.post(`/api/conversations/${conversationId}/turns`, {
      text,
      parentMessageId: null,
      ...options,
    });
  }

  /** The raw text of the event stream; ends after `most` packets, or with the turn. */
  async events(turnId: string, options: { after?: number; most?: number } = {}): Promise<StreamedEvents> {
    const abort = new AbortController();
    const frames: string[] = [];
    const decoder = new TextDecoder();
    let buffered = '';
    try {
      const response = await fetch(`${this.url}/api/turns/${turnId}/events?after=${options.after ?? 0}`, {
        headers: this.headers,
        signal: abort.signal,
      });
      for await (const part of response.body ?? []) {
        buffered += decoder.decode(part as Uint8Array, { stream: true });
        for (let end = buffered.indexOf('\n\n'); end >= 0; end = buffered.indexOf('\n\n')) {
          const frame = buffered.slice(0, end + 2);
          buffered = buffered.slice(end + 2);
          if (!frame.startsWith(':')) frames.push(frame);
          if (options.most !== undefined && frames.length >= options.most) {
            abort.abort();
            return toEvents(frames);
          }
        }
      }
    } catch (error) {
      // A killed server cuts the connection; return what came until then.
      if (!(error instanceof TypeError) && (error as Error).name !== 'AbortError') throw error;
    }
    return toEvents(frames);
  }
}

export interface StreamedEvents {
  raw: string;
  frames: string[];
  packets: Packet[];
}

function toEvents(frames: string[]): StreamedEvents {
  const packets = frames.map((frame) => JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as Packet);
  return { raw: frames.join(''), frames, packets };
}
