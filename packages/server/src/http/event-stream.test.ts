import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Watcher } from '../turns/live-turn.js';
import type { AppEnv } from './app-env.js';
import { eventStream } from './event-stream.js';

let watcher: Watcher | null = null;
let left = 0;
const app = new Hono<AppEnv>()
  // As in the server: headers set by middleware are kept.
  .use(async (context, next) => {
    context.header('x-request-id', 'one');
    await next();
  })
  .get('/events', (context) =>
    eventStream(context, (given) => {
      watcher = given;
      return () => (left += 1);
    }),
  );

/** Fakes only repeating timers: sockets have their own, which are real. */
beforeEach(() => {
  watcher = null;
  left = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<string> {
  let text = '';
  while (!text.endsWith(wanted)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += Buffer.from(value).toString();
  }
  return text;
}

const SEEN = ['data: one\n\n', ': heartbeat\n\n: heartbeat\n\n', 'data: two\n\n'];

/** An event, half a minute of silence, and the last event: what a client reads of each. */
async function watch(response: Response): Promise<string[]> {
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('x-request-id')).toBe('one');
  expect(response.headers.get('cache-control')).toContain('no-transform');
  const reader = response.body!.getReader();
  await vi.waitFor(() => expect(watcher).not.toBeNull(), 600_000);
  watcher!.write(SEEN[0]!);
  const first = await readUntil(reader, SEEN[0]!);
  vi.advanceTimersByTime(30_000);
  const signs = await readUntil(reader, SEEN[1]!);
  watcher!.end(SEEN[2]);
  const last = await readUntil(reader, 'its end');
  await vi.waitFor(() => expect(left).toBe(1), 600_000);
  return [first, signs, last];
}

describe('API-1 a stream of events', () => {
  it('gives signs of life while nothing happens, and leaves no timer behind: over HTTP', async () => {
    const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await watch(await fetch(`http://127.0.0.1:${port}/events`))).toEqual(SEEN);
    expect(vi.getTimerCount()).toBe(0);
    server.closeAllConnections();
    server.close();
  });

  it('does so inside a process too', async () => {
    expect(await watch(await app.request('/events'))).toEqual(SEEN);
    expect(vi.getTimerCount()).toBe(0);
  });
});
