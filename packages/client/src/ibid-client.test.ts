import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PACKET_VERSION } from '@ibid/core/internal/browser';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from './api-error.js';
import { IbidClient, type ClientOptions } from './ibid-client.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let close = () => {};
afterEach(() => close());

/** A real server on loopback that answers as the test says. */
async function clientOf(handler: Handler, options: Partial<ClientOptions> = {}): Promise<IbidClient> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => void server.close();
  const { port } = server.address() as AddressInfo;
  return new IbidClient({ base: `http://127.0.0.1:${port}/`, ...options });
}

const packet = (seq: number, type: string) => `id: ${seq}\ndata: ${JSON.stringify({ seq, type })}\n\n`;

describe('calls', () => {
  it('fill the address, leave out what is empty, and carry key, body and headers', async () => {
    const seen: unknown[] = [];
    const client = await clientOf(
      (request, response) => {
        let body = '';
        request.on('data', (data: Buffer) => (body += data.toString()));
        request.on('end', () => {
          const { method, url, headers } = request;
          seen.push([method, url, headers.authorization, headers['content-type'], headers['x-more'], body]);
          response.setHeader('content-type', 'application/json').end('{"rows":[]}');
        });
      },
      { key: 'secret', headers: (method) => ({ 'x-more': `for ${method}` }) },
    );
    await client.request('GET /api/items/{id}', { path: { id: 'a/b c' } });
    await client.request('GET /api/conversations', { query: { limit: 5, cursor: null } });
    await client.request('POST /api/conversations', { body: { title: 'Rope' } });
    expect(seen).toEqual([
      ['GET', '/api/items/a%2Fb%20c', 'Bearer secret', undefined, 'for GET', ''],
      ['GET', '/api/conversations?limit=5', 'Bearer secret', undefined, 'for GET', ''],
      ['POST', '/api/conversations', 'Bearer secret', 'application/json', 'for POST', '{"title":"Rope"}'],
    ]);
  });

  it('download files, and are not made where the answer is a file or a stream', async () => {
    const seen: unknown[] = [];
    const client = await clientOf((request, response) => {
      seen.push(request.url);
      response.setHeader('content-type', 'text/markdown').end('# Rope');
    });
    const path = { id: 'a/b' };
    const bytes = await client.download('GET /api/conversations/{id}/export', {
      path,
      query: { format: 'markdown' },
    });
    expect(new TextDecoder().decode(bytes)).toBe('# Rope');
    await client.download('/api/items/7/original');
    expect(seen).toEqual(['/api/conversations/a%2Fb/export?format=markdown', '/api/items/7/original']);

    // Anything but JSON, such as the page of a proxy, is told like any other failure.
    await expect(client.request('GET /api/tools', {})).rejects.toMatchObject({
      name: 'ApiError',
      code: 'not_json',
      status: 200,
      message: expect.stringContaining('text/markdown'),
    });
    // @ts-expect-error It answers with a file.
    const file = client.request('GET /api/conversations/{id}/export', { path });
    await expect(file).rejects.toMatchObject({ code: 'not_json' });
    // @ts-expect-error It answers with a stream.
    const stream = client.request('GET /api/turns/{id}/events', { path });
    await expect(stream).rejects.toMatchObject({ code: 'not_json' });
    // @ts-expect-error A stream does not end by itself.
    await client.download('GET /api/turns/{id}/events', { path });
  });

  it('tell a refusal in the words of the server, and one without words by its status', async () => {
    const client = await clientOf((request, response) => {
      response.statusCode = request.url === '/api/tools' ? 403 : 502;
      response.end(
        request.url === '/api/tools' ? '{"code":"not_allowed","detail":"Ask an owner."}' : '<html>',
      );
    });
    await expect(client.request('GET /api/tools', {})).rejects.toMatchObject({
      name: 'ApiError',
      code: 'not_allowed',
      status: 403,
      message: 'Ask an owner.',
    });
    await expect(client.request('GET /api/agents', {})).rejects.toMatchObject({
      code: 'http_502',
      status: 502,
      message: 'The server answered with status 502.',
    });
  });

  it('tell that no server answers', async () => {
    const client = await clientOf((_, response) => response.destroy(), {
      unreachable: () => 'Nobody there.',
    });
    await expect(client.request('GET /api/tools', {})).rejects.toMatchObject({
      code: 'unreachable',
      status: 0,
      message: 'Nobody there.',
    });
  });
});

describe('FLOW-8 packets of a turn', () => {
  it('come once each, in order, through lost connections', async () => {
    const asked: (string | undefined)[] = [];
    const client = await clientOf((request, response) => {
      asked.push(request.url);
      const after = Number(/after=(\d+)/u.exec(request.url ?? '')?.[1] ?? 0);
      // Each connection repeats one packet, sends two new ones, and breaks off in the middle of the next.
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let seq = Math.max(1, after); seq <= Math.min(7, after + 2); seq += 1)
        response.write(packet(seq, seq === 7 ? 'turn-stop' : 'answer-delta'));
      response.write('data: {"seq":', () => response.destroy());
    });
    const seen: number[] = [];
    const connections: boolean[] = [];
    for await (const { seq } of client.packets('t1', { onConnection: (is) => connections.push(is) }))
      seen.push(seq);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(asked).toEqual([
      '/api/turns/t1/events?after=0',
      ...[2, 4, 6].map((cursor) => `/api/turns/t1/events?after=${cursor}`),
    ]);
    expect(connections).toEqual([true, false, true, false, true, false, true]);
  });

  it('are given up where the server stays away, and at once where it refuses', async () => {
    let asked = 0;
    const away = await clientOf((_, response) => {
      asked += 1;
      response.destroy();
    });
    await expect(away.packets('t1', { attempts: 2 }).next()).rejects.toMatchObject({ code: 'unreachable' });
    expect(asked).toBe(2);
    close();
    const refusing = await clientOf(
      (_, response) => void response.writeHead(404).end('{"detail":"No such turn."}'),
    );
    await expect(refusing.packets('t1', { attempts: Infinity }).next()).rejects.toThrow(
      new ApiError({ code: 'http_404', status: 404, message: 'No such turn.' }),
    );
  });

  it('end without an error when the reader has seen enough', async () => {
    const stop = new AbortController();
    const client = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(packet(1, 'answer-delta'));
    });
    const seen: number[] = [];
    for await (const { seq } of client.packets('t1', { signal: stop.signal })) {
      seen.push(seq);
      stop.abort();
    }
    expect(seen).toEqual([1]);
  });

  it('of a server that speaks a newer version are not guessed at', async () => {
    const start = { seq: 1, type: 'turn-start', version: PACKET_VERSION + 1 };
    const client = await clientOf((_, response) => response.end(`data: ${JSON.stringify(start)}\n\n`));
    await expect(client.packets('t1').next()).rejects.toMatchObject({ code: 'newer_server' });
  });
});

it('follows a job to its end', async () => {
  const states = ['queued', 'running', 'running', 'done'];
  let connections = 0;
  const client = await clientOf((_, response) => {
    // One state per connection: a job outlives the server that started it.
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ id: 'j1', state: states[connections] })}\n\n`);
    connections += 1;
  });
  const seen = [];
  for await (const job of client.job('j1')) seen.push(job.state);
  expect(seen).toEqual(states);
});
