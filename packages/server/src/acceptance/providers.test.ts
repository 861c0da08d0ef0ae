import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeProvider } from '@ibid/core/testing';
import type { FakeProvider, FakeProviderModel } from '@ibid/core/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const undo of cleanUp.splice(0).toReversed()) await undo();
});

async function startServer(environment: Record<string, string> = {}): Promise<TestClient> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-providers-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  const server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off', IBID_SMALL_MODEL: 'ibid/extractive', ...environment },
  });
  cleanUp.push(() => server.close());
  const client = new TestClient((await server.listen()).url);
  await client.send('PUT', '/api/settings', { system: { tools: { agentic: false } } });
  return client;
}

async function startProvider(
  kind: Parameters<typeof startFakeProvider>[0]['kind'],
  models: readonly FakeProviderModel[],
): Promise<FakeProvider> {
  const provider = await startFakeProvider({ kind, models });
  cleanUp.push(provider.close);
  return provider;
}

interface Report {
  budget: { window: number; windowFrom: string };
}

async function ask(client: TestClient, text: string, at?: { id: string; parent: string }) {
  const id = at?.id ?? (await client.newConversation()).id;
  const { turnId, assistantMessageId } = await client.post<{ turnId: string; assistantMessageId: string }>(
    `/api/conversations/${id}/turns`,
    { text, parentMessageId: at?.parent ?? null },
  );
  const { packets } = await client.events(turnId);
  const reports = packets.flatMap((packet) =>
    packet.type === 'context-report' ? [(packet as { report: Report }).report] : [],
  );
  const turn = await client.get<{ status: string }>(`/api/turns/${turnId}`);
  return { packets, reports, turn, id, parent: assistantMessageId };
}

async function addDocument(client: TestClient, text: string): Promise<void> {
  const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Port' });
  const form = new FormData();
  form.append('files', new Blob([text]), 'harbour.txt');
  await client.send('POST', `/api/knowledge-bases/${base.id}/uploads`, form);
  await expect
    .poll(async () => (await client.post<{ rows: unknown[] }>('/api/search', { query: text })).rows.length)
    .toBeGreaterThan(0);
}

const LOCAL = ['vllm', 'lm-studio', 'llama.cpp'] as const;

describe('MOD-4 windows of servers of one’s own', () => {
  it.each(LOCAL)('%s tells its window in its own place', async (kind) => {
    const provider = await startProvider(kind, [
      { name: 'qwen3-8b', behaves: 'fake/tokens=6', window: 12_288 },
    ]);
    const client = await startServer({ IBID_MODEL_URL: provider.url });
    const { current, rows } = await client.get<{
      current: { chat: string };
      rows: { id: string; contextWindow: number; windowFrom: string }[];
    }>('/api/models');
    expect(current.chat).toBe('custom/qwen3-8b');
    expect(rows.find((row) => row.id === 'custom/qwen3-8b')).toMatchObject({
      contextWindow: 12_288,
      windowFrom: 'provider',
    });
    const { reports, turn } = await ask(client, 'Hello?');
    expect(turn.status).toBe('complete');
    expect(reports[0]?.budget).toMatchObject({ window: 12_288, windowFrom: 'provider' });
  });

  it.each(LOCAL)('%s refuses what is too long, and the question is answered all the same', async (kind) => {
    const models = [{ name: 'qwen3-8b', behaves: 'fake/tokens=6', window: 4_000 }];
    const provider = await startProvider(kind, models);
    const client = await startServer({
      IBID_MODEL_URL: provider.url,
      // Wrong but trusted; the limit in the refusal corrects it.
      IBID_MODEL_WINDOW: '16384',
    });
    const long = 'The harbour master counted the ships again, and wrote down each of their names. '.repeat(
      60,
    );
    let at: { id: string; parent: string } | undefined;
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await ask(client, `${turn} ${long}`, at);
      expect(answer.turn.status).toBe('complete');
      at = answer;
    }
    // One was refused, and the next one contained less.
    expect(provider.requests.length).toBeGreaterThan(5);
  });
});

describe('MOD-1 a model that is set and that nobody lists', () => {
  it.each([
    ['gpt-9', 'openai/gpt-9'],
    ['anthropic/claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'],
  ])('%s is %s where OpenAI alone is set up', async (set, id) => {
    const provider = await startProvider('openai', [{ name: 'gpt-4.1', behaves: 'fake/plain' }]);
    const client = await startServer({
      OPENAI_API_KEY: 'sk-any',
      OPENAI_BASE_URL: provider.url,
      IBID_MODEL: set,
    });
    expect(await client.get('/api/models')).toMatchObject({ current: { chat: id } });
  });
});

describe('CIT-7 servers that were not started for tools', () => {
  it.each(['vllm', 'llama.cpp'] as const)(
    '%s answers without them, and is searched for first from then on',
    async (kind) => {
      const models = [{ name: 'qwen3-8b', behaves: 'fake/plain', takesTools: false }];
      const provider = await startProvider(kind, models);
      const client = await startServer({ IBID_MODEL_URL: provider.url });
      await addDocument(client, 'The harbour master is called Odalys Brandt.');
      expect((await ask(client, 'Who is the harbour master?')).turn.status).toBe('complete');
      const second = await ask(client, 'Who is the harbour master?');
      expect(second.turn.status).toBe('complete');
      expect(second.packets.map(({ type }) => type)).toContain('tool-sources');
      expect(JSON.stringify(provider.requests.at(-1)?.messages)).toContain('Odalys Brandt');
      expect(provider.requests.filter((request) => request.tools?.length).length).toBe(1);
    },
  );

  it('learns it from the test, before the first question', async () => {
    const provider = await startProvider('vllm', [
      { name: 'qwen3-8b', behaves: 'fake/plain', takesTools: false },
    ]);
    const client = await startServer();
    await addDocument(client, 'The harbour master is called Odalys Brandt.');
    const tested = { provider: { kind: 'openai-compatible', baseUrl: provider.url } };
    expect(await client.post('/api/models/test', tested)).toMatchObject({ ok: true, model: 'qwen3-8b' });
    await client.post('/api/providers', {
      kind: 'openai-compatible',
      baseUrl: provider.url,
      use: { chat: 'qwen3-8b' },
    });
    const { packets } = await ask(client, 'Who is the harbour master?');
    expect(packets.map(({ type }) => type)).toContain('tool-sources');
  });
});

describe('MOD-1 adding a provider', () => {
  it('finds the server where people leave out /v1, or paste the path of the chat', async () => {
    const client = await startServer();
    for (const kind of LOCAL) {
      const { url } = await startProvider(kind, [{ name: 'qwen3-8b', behaves: 'fake/plain' }]);
      for (const written of [url.replace(/\/v1$/u, ''), `${url}/chat/completions`, `${url}/`]) {
        const tested = { provider: { kind: 'openai-compatible', baseUrl: written } };
        const result = await client.post<{ ok: boolean; baseUrl?: string }>('/api/models/test', tested);
        expect(`${kind} ${written} ${result.ok}`).toBe(`${kind} ${written} true`);
        if (written !== `${url}/`) expect(result.baseUrl).toBe(url);
      }
    }
  });

  it('makes an id of the name, and takes out with a provider what was set to it', async () => {
    const client = await startServer();
    const { url } = await startProvider('vllm', [{ name: 'qwen3-8b', behaves: 'fake/plain' }]);
    const add = (name: string) =>
      client.post<{ id: string }>('/api/providers', {
        kind: 'openai-compatible',
        name,
        baseUrl: url,
        use: { chat: 'qwen3-8b', small: 'qwen3-8b' },
      });
    expect(await add('Büro & Café')).toEqual({ id: 'buro-cafe' });
    expect(await add('Büro & Café')).toEqual({ id: 'buro-cafe-2' });
    expect(await add('  7 ')).toEqual({ id: 'provider' });
    const models = () => client.get<{ current: { chat: string } }>('/api/models');
    expect((await models()).current.chat).toBe('provider/qwen3-8b');
    const gone = await client.send('DELETE', '/api/providers/provider');
    expect(gone.status).toBe(204);
    const { system } = await client.get<{ system: { models: Record<string, string | null> } }>(
      '/api/settings',
    );
    expect(system.models).toMatchObject({ chat: null, small: null });
    expect((await models()).current.chat).toBe('buro-cafe/qwen3-8b');
    expect((await client.send('DELETE', '/api/providers/provider')).status).toBe(404);
  });

  it('asks for the key of a kind that needs one, wherever the provider is', async () => {
    const client = await startServer();
    const { url } = await startProvider('mistral', [{ name: 'any', behaves: 'fake/plain' }]);
    const provider = { kind: 'mistral', baseUrl: url };
    const message = 'Mistral needs a key, and none is given. Enter its API key.';
    expect(await client.post('/api/models/test', { provider })).toEqual({
      ok: false,
      code: 'key_needed',
      message,
    });
    expect(await client.send('POST', '/api/providers', provider)).toMatchObject({
      status: 400,
      body: { code: 'key_needed', detail: message },
    });
    expect(await client.get('/api/models')).toMatchObject({ providers: [] });
    expect(await client.send('POST', '/api/providers', { ...provider, apiKey: 'k' })).toMatchObject({
      status: 201,
    });
  });

  it('tries the usual model of a provider where it has it, else one that it has', async () => {
    const client = await startServer();
    const both = await startProvider('anthropic', [
      { name: 'claude-nova-1', behaves: 'fake/plain' },
      { name: 'claude-sonnet-4-5', behaves: 'fake/plain' },
    ]);
    const other = await startProvider('anthropic', [{ name: 'claude-nova-1', behaves: 'fake/plain' }]);
    const test = (baseUrl: string) =>
      client.post('/api/models/test', { provider: { kind: 'anthropic', apiKey: 'k', baseUrl } });
    expect(await test(both.url)).toMatchObject({ ok: true, model: 'claude-sonnet-4-5' });
    expect(await test(other.url)).toMatchObject({ ok: true, model: 'claude-nova-1' });
  });
});
