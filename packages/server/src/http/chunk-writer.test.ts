import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChunkWriter } from './chunk-writer.js';

const PIECES = [
  'id: 1\ndata: {"text":"Grüße, 世界 😀"}\n\n',
  'x'.repeat(300_000),
  ': heartbeat\n\n',
  'é'.repeat(70_000),
];

let answer: (outgoing: ServerResponse) => Promise<void>;
const server = createServer((_incoming: IncomingMessage, outgoing) => void answer(outgoing));
let port: number;

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function writePieces(outgoing: ServerResponse, pause: () => Promise<void>): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const writer = new ChunkWriter(outgoing);
  for (const piece of PIECES) {
    writer.write(piece);
    await pause();
  }
  writer.end('the end');
}

describe('FLOW-8 pieces of an answer as chunks', () => {
  const whole = `${PIECES.join('')}the end`;

  it.each([
    ['at once', () => Promise.resolve()],
    ['one after another', () => new Promise<void>((resolve) => setTimeout(resolve, 5))],
  ])('gives every byte in order, written %s, twice on one connection', async (_, pause) => {
    answer = (outgoing) => writePieces(outgoing, pause);
    for (let time = 0; time < 2; time += 1)
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe(whole);
  });

  it('writes no chunks for a client of HTTP/1.0', async () => {
    answer = (outgoing) => writePieces(outgoing, () => new Promise((resolve) => setTimeout(resolve, 5)));
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.0\r\n\r\n');
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString('utf8').split('\r\n\r\n')[1]).toBe(whole);
  });

  it('ends an answer that has nothing', async () => {
    answer = async (outgoing) => {
      outgoing.writeHead(200);
      new ChunkWriter(outgoing).end();
    };
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('');
  });
});
