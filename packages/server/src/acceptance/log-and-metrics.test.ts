import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { testStore } from './test-store.js';

const WRITTEN = 'Zanzibar-plover-78';
const KEY = 'sk-never-to-be-seen-41';

let folder: string;
let fake: FakeOpenAIServer;
let log = '';
let metrics: string;

/** Typical use of a server at the most verbose log level, including failures. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-log-'));
  fake = await startFakeOpenAIServer();
  const options = { dataFolder: folder, logLevel: 'debug' as const, ...(await testStore(folder)) };
  const server = await startServerProcess(options, { IBID_MODEL_URL: fake.url }, 'pipe');
  server.process.stderr!.setEncoding('utf8').on('data', (text: string) => (log += text));
  const client = new TestClient(server.url, { authorization: `Bearer ${KEY}` });
  await client.send('PUT', '/api/settings', {
    system: { providers: [{ id: 'p', kind: 'openai', apiKey: KEY, baseUrl: fake.url }] },
  });
  const { id } = await client.newConversation();
  const form = new FormData();
  form.append('file', new Blob([`About the ${WRITTEN}.`]), `${WRITTEN}.txt`);
  await client.send('POST', '/api/files', form);
  for (const modelId of [
    'custom/fake/tokens=5',
    'custom/fake/error=401',
    'custom/fake/tokens=9,streamerror=2',
  ]) {
    const { leafId } = await client.get<{ leafId: string | null }>(`/api/conversations/${id}`);
    const { turnId } = await client.ask(id, `Where is the ${WRITTEN}?`, { modelId, parentMessageId: leafId });
    await client.events(turnId);
  }
  await client.get(`/api/conversations?query=${WRITTEN}`);
  await client.send('POST', '/api/search', { query: WRITTEN });
  await client.send('POST', '/api/conversations', `{"title": ${WRITTEN}`);
  await client.send('GET', `/api/conversations/${WRITTEN}`);
  await client.send('GET', `/no/such/${WRITTEN}`);
  metrics = (await client.send<string>('GET', '/metrics')).body;
  await server.end('SIGTERM');
});

afterAll(async () => {
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

describe('OPS-3 what a server says about itself', () => {
  it('is a log of JSON lines, one for each request, with nothing that a person wrote and no secret', () => {
    const lines = log.trim().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { msg: string; route?: string; status?: number });
    const requests = entries.filter((entry) => entry.msg === 'request');
    expect(requests.map(({ route, status }) => `${route} ${status}`)).toEqual(
      expect.arrayContaining([
        '/api/conversations/:id/turns 202',
        '/api/conversations/:id 404',
        '/api/conversations 400',
      ]),
    );
    expect(log).not.toContain(WRITTEN);
    expect(log).not.toContain(KEY);
  });

  it('are counts for whoever watches it, by route and outcome and without anything written', () => {
    expect(metrics).toMatch(
      /ibid_http_requests_total\{method="POST",route="\/api\/conversations\/:id\/turns",status="202"\} 3/u,
    );
    expect(metrics).toMatch(/ibid_turns_total\{status="complete"\} 1/u);
    expect(metrics).toMatch(/ibid_turns_total\{status="failed"\} 2/u);
    expect(metrics).toMatch(/ibid_http_request_seconds_count \d+/u);
    expect(metrics).toMatch(/ibid_live_turns 0/u);
    expect(metrics).toMatch(/# TYPE ibid_cpu_seconds_total counter\nibid_cpu_seconds_total \d/u);
    expect(metrics).toMatch(
      /# TYPE ibid_event_loop_delay_seconds_p99 gauge\nibid_event_loop_delay_seconds_p99 \d/u,
    );
    expect(metrics).not.toContain(WRITTEN);
  });
});
