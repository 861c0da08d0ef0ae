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
  // As in the server: what middleware says in headers comes along.
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

/** Only the timers that repeat: sockets have timers of their own, which are real. */
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

async function check(response: Response): Promise<void> {
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('x-request-id')).toBe('one');
  expect(response.headers.get('cache-control')).toContain('no-transform');
  const reader = response.body!.getReader();
  await vi.waitFor(() => expect(watcher).not.toBeNull());
  watcher!.write('data: one\n\n');
  expect(await readUntil(reader, 'one\n\n')).toBe('data: one\n\n');
  // Nothing to say for half a minute: two signs of life, which no client takes for an event.
  vi.advanceTimersByTime(30_000);
  expect(await readUntil(reader, ': heartbeat\n\n: heartbeat\n\n')).toBe(': heartbeat\n\n: heartbeat\n\n');
  watcher!.end('data: two\n\n');
  expect(await readUntil(reader, 'never')).toBe('data: two\n\n');
  await vi.waitFor(() => expect(left).toBe(1));
  expect(vi.getTimerCount()).toBe(0);
}

describe('API-1 a stream of events', () => {
  it('gives signs of life while nothing happens, and leaves no timer behind: over HTTP', async () => {
    const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await check(await fetch(`http://127.0.0.1:${port}/events`));
    server.closeAllConnections();
    server.close();
  });

  it('does so inside a process too', async () => {
    await check(await app.request('/events'));
  });
});
