import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../create-server.js';
import type { IbidServer } from '../create-server.js';

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const SECRET = 'Zanzibar-plover-77';
const received: { path: string; headers: Record<string, unknown>; body: string }[] = [];
let collector: Server;
let server: IbidServer;
let folder: string;

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await server.fetch(request);
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return response;
}

beforeAll(async () => {
  collector = createHttpServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    received.push({
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(parts).toString('utf8'),
    });
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'ibid-telemetry-'));
  server = await createServer({
    dataFolder: folder,
    embedder: 'none',
    logLevel: 'silent',
    environment: {
      OLLAMA_HOST: 'off',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ships%2F1',
      OTEL_SERVICE_NAME: 'ibid-test',
    },
  });
  const base = (await (await call('POST', '/api/knowledge-bases', { name: 'Birds' })).json()) as {
    id: string;
  };
  const form = new FormData();
  form.append('files', new Blob([`The ${SECRET} nests on the northern cliffs of the island.`]), 'birds.md');
  const upload = new Request(`http://localhost/api/knowledge-bases/${base.id}/uploads`, {
    method: 'POST',
    body: form,
  });
  const { jobId } = (await (await server.fetch(upload)).json()) as { jobId: string };
  await (await call('GET', `/api/jobs/${jobId}/events`)).text();
  await call('POST', '/api/search', { query: SECRET });
  const conversation = (await (await call('POST', '/api/conversations', {})).json()) as { id: string };
  const turn = await call(
    'POST',
    `/api/conversations/${conversation.id}/turns`,
    { text: `Where does the ${SECRET} nest?`, parentMessageId: null },
    {
      accept: 'text/event-stream',
      traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
    },
  );
  await turn.text();
  await server.close();
});

afterAll(async () => {
  collector.close();
  await rm(folder, { recursive: true, force: true });
});

function spans(): ReceivedSpan[] {
  return received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => {
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
      };
      return resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans));
    });
}

describe('OPS-3 OpenTelemetry, sent to a collector over OTLP', () => {
  it('has spans for requests, turns, steps, tool calls, searches and ingest', () => {
    const names = new Set(spans().map((span) => span.name));
    expect([...names].toSorted()).toEqual(['ingest', 'request', 'search', 'step', 'tool', 'turn']);
  });

  it('places a turn in the trace of who asked, its steps and calls under it, and their searches too', () => {
    const all = spans();
    const turn = all.find((span) => span.name === 'turn');
    const request = all.find((span) => span.spanId === turn?.parentSpanId);
    expect(request?.name).toBe('request');
    expect(request?.parentSpanId).toBe('2222222222222222');
    expect(turn?.traceId).toBe('11111111111111111111111111111111');
    const inside = all.filter((span) => span.traceId === turn?.traceId).map((span) => span.name);
    expect(inside).toEqual(expect.arrayContaining(['step', 'tool', 'search']));
    const route = request?.attributes.find(({ key }) => key === 'http.route');
    expect(route?.value).toEqual({ stringValue: '/api/conversations/:id/turns' });
  });

  it('has metrics of requests, turns and tokens', () => {
    const metrics = received
      .filter(({ path }) => path === '/v1/metrics')
      .map(({ body }) => body)
      .join('\n');
    for (const name of [
      'http.server.request.duration',
      'ibid.turns',
      'ibid.tokens.input',
      'ibid.turns.running',
    ])
      expect(metrics).toContain(`"${name}"`);
  });

  it('tells nothing that a person wrote, and sends the configured headers', () => {
    expect(received.length).toBeGreaterThan(1);
    for (const { body, headers } of received) {
      expect(body).not.toContain(SECRET);
      expect(body).not.toContain('birds.md');
      expect(headers['x-tenant']).toBe('ships/1');
      expect(body).toContain('ibid-test');
    }
  });
});
