import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenForms, sampleOf } from './openapi-samples.js';
import type { DescribedOperation, Description } from './openapi-samples.js';
import { startServerProcess } from './server-process.js';
import type { ServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { onPostgres, testStore } from './test-store.js';

let folder: string;
let server: ServerProcess;
let client: TestClient;
let description: Description;
/** Existing objects by the kind in a path: faults must also be found behind a valid id. */
let known: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-malformed-'));
  server = await startServerProcess({
    dataFolder: folder,
    logLevel: 'silent',
    limits: { requestsPerMinute: 1e6, turnsPerMinute: 1e6 },
    ...(await testStore(folder)),
  });
  client = new TestClient(server.url);
  description = await client.get<Description>('/openapi.json');
  await makeKnown();
});

afterAll(async () => {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function makeKnown(): Promise<void> {
  const made = async (path: string, body: unknown) => (await client.post<{ id: string }>(path, body)).id;
  const conversation = await made('/api/conversations', {});
  const { turnId } = await client.ask(conversation, 'Hello');
  await client.events(turnId);
  known = {
    conversations: conversation,
    ui: conversation,
    turns: turnId,
    'knowledge-bases': await made('/api/knowledge-bases', { name: 'Base' }),
    projects: await made('/api/projects', { name: 'Project' }),
    agents: await made('/api/agents', { name: 'Agent' }),
  };
}

interface Sent {
  method: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** What is wrong with the response; null if nothing is. */
async function faultOf({ method, path, body, headers }: Sent): Promise<string | null> {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(600_000),
    headers: headers ?? {},
    ...(body === undefined || method === 'GET' ? {} : { body }),
  });
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  const isStream = type.includes('event-stream');
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  const shown = `${method} ${path.slice(0, 120)} ${body?.slice(0, 200) ?? ''}`;
  if (status >= 500) return `${shown}: ${status} ${text.slice(0, 200)}`;
  const isOurs = path.startsWith('/api/');
  if (status >= 400 && isOurs && !(type.includes('problem+json') && text.includes('"code"')))
    return `${shown}: ${status} is no problem document but ${type} ${text.slice(0, 100)}`;
  return null;
}

/** From the whole API description, so new routes are covered too. */
function operations(): { method: string; path: string; operation: DescribedOperation }[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function filled(path: string, id?: string): string {
  const kind = path.split('/')[2] ?? '';
  return path.replaceAll(/\{\w+\}/gu, (place) => id ?? (place === '{id}' ? (known[kind] ?? 'none') : 'none'));
}

/** Parsed from JSON: a literal cannot define an own property of this name. */
const POLLUTION = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}') as unknown;
const VALUES = [
  null,
  '',
  '\u0000',
  '\ud800',
  'x'.repeat(20_000),
  '../../etc/passwd',
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  [],
  [[[[[]]]]],
  {},
  POLLUTION,
];
/** Values that pass the schema but a database may reject. Everything else is rejected before that. */
const VALUES_FOR_DATABASES = ['\u0000', '\ud800', 'x'.repeat(20_000), 1e308, Number.MAX_SAFE_INTEGER];
const WORDS = ['', '-1', 'NaN', '1e309', '%00', '%2e%2e%2f', "'--", 'x'.repeat(3000), '%F0%9F%98%80', '🙂'];
const IDS = ['%00', '%2e%2e%2f%2e%2e', '%E0%A4%A', "';drop table turns;--", 'x'.repeat(3000), '%20', '🙂'];
const BODIES = ['', '{', 'null', '[]', '"text"', '{"a":1}{', '[1,2', '\u0000', '{"a":'.repeat(5000)];
const TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
];

const HEADERS: Record<string, string>[] = [
  { 'idempotency-key': 'k'.repeat(300) },
  { 'last-event-id': 'NaN' },
  { cookie: 'ibid_session=%00; ibid_session=x' },
  { accept: 'x'.repeat(1000) },
  { range: 'bytes=9-1' },
];

describe('malformed requests to a server process, made from its OpenAPI document', () => {
  it('in a body: each place with values that it cannot have, each property left out', async () => {
    const faults: string[] = [];
    let sent = 0;
    for (const { method, path, operation } of operations()) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (!schema) continue;
      const sample = sampleOf(description, schema);
      const inherited = { ...(sample as object), constructor: { prototype: {} }, toString: 1, valueOf: 'x' };
      let place = 0;
      const values = onPostgres ? VALUES_FOR_DATABASES : VALUES;
      for (const form of [inherited, ...brokenForms(sample, values)]) {
        // A sample: which values a place gets varies, and each place gets some.
        if (place++ % (onPostgres ? 2 : 4) !== 0) continue;
        const headers = { 'content-type': 'application/json' };
        sent += 1;
        const fault = await faultOf({ method, path: filled(path), body: JSON.stringify(form), headers });
        if (fault) faults.push(fault);
      }
    }
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThan(400);
  });

  // None of these reach a database.
  it.skipIf(onPostgres)('with bodies that are no JSON, or say to be something else', async () => {
    const faults: string[] = [];
    for (const [at, { method, path, operation }] of operations().entries()) {
      if (!operation.requestBody) continue;
      for (const [index, body] of BODIES.entries()) {
        // Each as JSON, and a third of them as another type, which varies by route.
        const other = index % 3 === at % 3 ? [TYPES[(index + at) % TYPES.length]!] : [];
        for (const type of ['application/json', ...other]) {
          const headers = { 'content-type': type };
          const fault = await faultOf({ method, path: filled(path), body, headers });
          if (fault) faults.push(fault);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('with ids, query parameters and headers that cannot be', async () => {
    const faults: string[] = [];
    for (const [at, { method, path, operation }] of operations().entries()) {
      const note = async (sent: Sent) => {
        const fault = await faultOf(sent);
        if (fault) faults.push(fault);
      };
      const body = JSON.stringify(
        sampleOf(description, operation.requestBody?.content['application/json']?.schema),
      );
      const headers = { 'content-type': 'application/json' };
      if (path.includes('{'))
        for (const id of IDS) await note({ method, path: filled(path, id), body, headers });
      const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
      for (const { name } of query)
        for (const word of WORDS)
          await note({ method, path: `${filled(path)}?${name}=${word}&${name}=${word}`, body, headers });
      // Two per route, in rotation.
      for (const extra of [HEADERS[at % HEADERS.length], HEADERS[(at + 2) % HEADERS.length]])
        await note({ method, path: filled(path), body, headers: { ...headers, ...extra } });
    }
    expect(faults).toEqual([]);
  });

  it('that are no HTTP: the connection ends, the server does not', async () => {
    const { hostname, port } = new URL(server.url);
    for (const bytes of [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `POST /api/conversations HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: -1\r\n\r\n`,
      `POST /api/conversations HTTP/1.1\r\nhost: ${hostname}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      `POST /api/conversations HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`,
    ]) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.resume().write(bytes);
      await new Promise((resolve) => socket.once('close', resolve));
    }
    // Disconnect in the middle of a body.
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST /api/conversations HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"ti`,
    );
    socket.destroy();
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    expect(server.process.exitCode).toBeNull();
  });
});
