import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { DefaultChatTransport } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

let folder: string;
let fake: FakeOpenAIServer;
let server: IbidServer;
let client: TestClient;
let openai: OpenAI;

const DOCUMENT = 'The lighthouse was built in 1896 by the engineer Ingrid Solheim.\n';
const QUOTING = 'fake/tools=1,tool=retrieve_context,quote';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-parameters-'));
  fake = await startFakeOpenAIServer();
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    // API-4, MOD-1: a model of the server in IBID_MODEL_URL needs no prefix.
    environment: { IBID_MODEL_URL: fake.url, IBID_MODEL: QUOTING, OLLAMA_HOST: 'off' },
  });
  const { url } = await server.listen();
  client = new TestClient(url);
  await client.send('PUT', '/api/settings', { system: { tools: { agentic: false } } });
  openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'any', maxRetries: 0 });
  const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Lights' });
  const form = new FormData();
  form.append('files', new Blob([DOCUMENT]), 'vardo.md');
  const { body } = await client.send<{ jobId: string }>(
    'POST',
    `/api/knowledge-bases/${base.id}/uploads`,
    form,
  );
  await client.send('GET', `/api/jobs/${body.jobId}/events`);
});

afterAll(async () => {
  await server.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

const question = [{ role: 'user' as const, content: 'Who built the lighthouse?' }];
const create = (more: object) =>
  openai.chat.completions.create({
    model: 'ibid',
    messages: question,
    ...more,
  } as never) as Promise<OpenAI.ChatCompletion>;

describe('API-4 nothing is ignored silently', () => {
  it('hands on seed, stop and the form of the answer', async () => {
    await create({ seed: 7, stop: ['END'], top_p: 0.5, response_format: { type: 'json_object' } });
    expect(fake.requests.at(-1)).toMatchObject({
      seed: 7,
      stop: ['END'],
      top_p: 0.5,
      response_format: { type: 'json_object' },
    });
  });

  it('refuses what it cannot do, as OpenAI does', async () => {
    await expect(create({ n: 2 })).rejects.toMatchObject({
      status: 400,
      param: 'n',
      code: 'unsupported_parameter',
      type: 'invalid_request_error',
    });
    await expect(create({ logit_bias: { 5: 1 } })).rejects.toMatchObject({
      status: 400,
      param: 'logit_bias',
    });
    await expect(
      openai.responses.create({ model: 'ibid', input: 'Hello', top_logprobs: 3 } as never),
    ).rejects.toMatchObject({ status: 400, param: 'top_logprobs' });
  });

  it('offers none of the caller’s tools where none may be called', async () => {
    const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }];
    await create({ tools, tool_choice: 'none' });
    const offered = fake.requests.at(-1)?.tools?.map((tool) => tool.function.name);
    expect(offered).toContain('retrieve_context');
    expect(offered).not.toContain('weather');
  });

  it('answers in OpenAI’s form at addresses it does not know', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await client.send<{ error: { message: string; type: string } }>(
        method,
        '/v1/nowhere',
        method === 'POST' ? {} : undefined,
      );
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({ type: 'invalid_request_error' });
    }
  });

  it('lists models, and tells of one', async () => {
    const ids = (await openai.models.list()).data.map((model) => model.id);
    expect(ids).toEqual(expect.arrayContaining(['ibid', 'ibid+sources']));
    expect(await openai.models.retrieve('ibid')).toMatchObject({ id: 'ibid', object: 'model' });
    expect(await openai.models.retrieve('custom/fake/plain')).toMatchObject({ id: 'custom/fake/plain' });
    await expect(openai.models.retrieve('agent/nobody')).rejects.toMatchObject({ status: 404 });
  });

  it('says plainly that there are no embeddings without an embedder', async () => {
    await expect(openai.embeddings.create({ model: 'ibid', input: 'x' })).rejects.toMatchObject({
      status: 422,
      code: 'no_embedder',
    });
  });

  it('puts the list of sources into the text for clients that drop annotations', async () => {
    const completion = await create({ model: 'ibid+sources' });
    const text = completion.choices[0]?.message.content ?? '';
    expect(text).toMatch(/Ingrid Solheim \[1\]\.[\s\S]*\n\nSources:\n\[1\] .*: http/u);
    const response = await openai.responses.create({
      model: 'ibid',
      input: 'Who built the lighthouse?',
      ibid: { sources: 'text' },
    } as never);
    expect(response.output_text).toContain('Sources:\n[1] ');
    expect((await create({})).choices[0]?.message.content).not.toContain('Sources:');
  });
});

describe('API-1 useChat', () => {
  it('resumes nothing where nothing was said', async () => {
    const answer = await fetch(`${client.url}/api/ui/chat/never-seen/stream`);
    expect(answer.status).toBe(204);
    const transport = new DefaultChatTransport({ api: `${client.url}/api/ui/chat` });
    expect(await transport.reconnectToStream({ chatId: 'never-seen' })).toBeNull();
  });
});

describe('MOD-1 the model of a conversation', () => {
  it('stays with it, and goes when it is set back', async () => {
    const { id } = await client.newConversation();
    const turn = async (more: object) => {
      const { turnId } = await client.post<{ turnId: string }>(`/api/conversations/${id}/turns`, {
        text: 'Hello?',
        parentMessageId: null,
        ...more,
      });
      const { packets } = await client.events(turnId);
      return (packets[0] as { modelId: string }).modelId;
    };
    expect(await turn({ modelId: 'custom/fake/tokens=3' })).toBe('fake/tokens=3');
    expect(await turn({})).toBe('fake/tokens=3');
    expect(await client.get(`/api/conversations/${id}`)).toMatchObject({ modelId: 'custom/fake/tokens=3' });
    expect(await turn({ modelId: null })).toBe(QUOTING);
    expect(await turn({})).toBe(QUOTING);
  });

  it('is not the built-in one because a provider that is away stands first', async () => {
    await client.send('PUT', '/api/settings', {
      system: {
        providers: [{ id: 'away', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' }],
        models: { chat: '', small: '' },
      },
    });
    const other = await mkdtemp(join(tmpdir(), 'ibid-order-'));
    await writeFile(
      join(other, 'settings.json'),
      JSON.stringify({
        providers: [
          { id: 'away', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' },
          // Also down, although its models are known.
          { id: 'named', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', models: ['large'] },
          { id: 'cloud', kind: 'openai', apiKey: 'sk-any', baseUrl: 'http://127.0.0.1:9/v1' },
          { id: 'here', kind: 'openai-compatible', baseUrl: fake.url },
        ],
      }),
    );
    const second = await createTestServer({
      dataFolder: other,
      port: 0,
      logLevel: 'silent',
      embedder: 'none',
      environment: { OLLAMA_HOST: 'off' },
    });
    try {
      const there = new TestClient((await second.listen()).url);
      const list = await there.get<{ current: { chat: string }; providers: { name: string }[] }>(
        '/api/models',
      );
      expect(list.current.chat).toBe('here/fake/plain');
      expect(list.providers.map(({ name }) => name)).toEqual([
        'OpenAI-compatible server at 127.0.0.1:9',
        'OpenAI-compatible server at 127.0.0.1:9',
        'OpenAI',
        `OpenAI-compatible server at ${new URL(fake.url).host}`,
      ]);
    } finally {
      await second.close();
      await rm(other, { recursive: true, force: true });
    }
  });
});

describe('CIT-7 search first', () => {
  it('gives evidence to a model that would not have looked', async () => {
    await client.send('PUT', '/api/settings', {
      system: { tools: { agentic: false, searchFirst: 'always' } },
    });
    const completion = await create({ model: 'custom/fake/quote' });
    expect(completion.choices[0]?.message.content).toContain('Ingrid Solheim [1]');
    await client.send('PUT', '/api/settings', {
      system: { tools: { agentic: false, searchFirst: 'never' } },
    });
    const alone = await create({ model: 'custom/fake/quote' });
    expect(alone.choices[0]?.message.content).not.toContain('Solheim');
  });
});

describe('MOD-1 what is set and does not work', () => {
  it('is a fault that the doctor finds by calling it', async () => {
    const faults = async () =>
      (await client.get<{ problems: { what: string; isFault: boolean }[] }>('/api/doctor')).problems.filter(
        ({ isFault }) => isFault,
      );
    await client.send('PUT', '/api/settings', {
      system: { providers: [], models: { chat: 'custom/fake/tokens=2' } },
    });
    expect(await faults()).toEqual([]);
    await client.send('PUT', '/api/settings', { system: { models: { chat: 'custom/no-such-model' } } });
    expect((await faults())[0]?.what).toContain('custom/no-such-model');
  });

  it('is told in words where the settings file is broken', async () => {
    const other = await mkdtemp(join(tmpdir(), 'ibid-broken-'));
    await writeFile(
      join(other, 'settings.json'),
      '{\n  "providers": [\n  { "id": "x" "apiKey": "sk-secret" }]}',
    );
    const second = await createTestServer({
      dataFolder: other,
      port: 0,
      logLevel: 'silent',
      embedder: 'none',
      environment: { OLLAMA_HOST: 'off' },
    });
    try {
      const there = new TestClient((await second.listen()).url);
      const { status, body } = await there.send<{ detail: string; code: string }>('GET', '/api/models');
      expect(status).toBe(503);
      expect(body).toMatchObject({ code: 'invalid_settings_file' });
      expect(body.detail).toContain('line 3');
      expect(body.detail).not.toContain('sk-secret');
    } finally {
      await second.close();
      await rm(other, { recursive: true, force: true });
    }
  });
});
