import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

interface FileRow {
  id: string;
  state: string;
  tokens: number | null;
  width: number | null;
  reason: string | null;
}

let folder: string;
let fake: FakeOpenAIServer;
let server: IbidServer;
let client: TestClient;

const KEY = 'sk-right';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-models-'));
  fake = await startFakeOpenAIServer({ apiKey: KEY });
  await writeFile(
    join(folder, 'settings.json'),
    JSON.stringify({
      providers: [
        { id: 'filed', kind: 'openai-compatible', baseUrl: fake.url, apiKey: KEY, models: ['fake/plain'] },
      ],
    }),
  );
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: {
      OLLAMA_HOST: 'off',
      IBID_MODEL: 'filed/fake/tokens=6',
      IBID_SMALL_MODEL: 'ibid/extractive',
    },
  });
  client = new TestClient((await server.listen()).url);
  await client.send('PUT', '/api/settings', { system: { tools: { agentic: false } } });
});

afterAll(async () => {
  await server.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

async function upload(content: string | Uint8Array<ArrayBuffer>, name: string): Promise<FileRow> {
  const form = new FormData();
  form.append('files', new Blob([content]), name);
  const { body } = await client.send<FileRow>('POST', '/api/files', form);
  expect(body.state).toBe('uploaded');
  await expect
    .poll(async () => (await client.get<FileRow>(`/api/files/${body.id}`)).state)
    .not.toBe('uploaded');
  return client.get<FileRow>(`/api/files/${body.id}`);
}

describe('MOD-1 models', () => {
  it('takes providers from the settings file and from the page, and says how they are', async () => {
    await client.send('PUT', '/api/settings', {
      system: {
        providers: [
          { id: 'paged', kind: 'openai-compatible', baseUrl: fake.url, apiKey: KEY },
          { id: 'wrong', kind: 'openai-compatible', baseUrl: fake.url, apiKey: 'sk-wrong' },
          { id: 'gone', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' },
          { id: 'keyless', kind: 'anthropic' },
        ],
      },
    });
    const list = await client.get<{
      rows: { id: string }[];
      providers: { id: string; state: string; source: string }[];
    }>('/api/models');
    const ids = list.rows.map((row) => row.id);
    expect(ids).toEqual(expect.arrayContaining(['ibid/extractive', 'filed/fake/plain', 'paged/fake/quote']));
    expect(
      Object.fromEntries(list.providers.map(({ id, state, source }) => [id, `${state} ${source}`])),
    ).toEqual({
      filed: 'ready file',
      paged: 'ready page',
      wrong: 'unreachable page',
      gone: 'unreachable page',
      keyless: 'missing-key page',
    });
  });

  it('tells a wrong key, an unknown model and an unreachable host apart', async () => {
    const test = async (modelId: string) =>
      (await client.post<{ ok: boolean; code?: string; message?: string }>('/api/models/test', {
        modelId,
      })) ?? {};
    expect(await test('filed/fake/tokens=2')).toMatchObject({ ok: true });
    const wrong = await test('wrong/fake/plain');
    const unknown = await test('filed/nothing');
    const gone = await test('gone/fake/plain');
    expect([wrong.ok, unknown.ok, gone.ok]).toEqual([false, false, false]);
    expect(new Set([wrong.code, unknown.code, gone.code]).size).toBe(3);
    expect(JSON.stringify([wrong, unknown, gone])).not.toContain('sk-wrong');
  });

  it('FLOW-10 lets the model for small tasks make the title, but never over a person’s own', async () => {
    await client.send('PUT', '/api/settings', { system: { models: { small: 'filed/fake/tokens=4' } } });
    const { id } = await client.newConversation();
    await client.events((await client.ask(id, 'What is the tide?')).turnId);
    const title = async () => (await client.get<{ title: string }>(`/api/conversations/${id}`)).title;
    await expect.poll(title).not.toBe('What is the tide?');
    await client.send('PATCH', `/api/conversations/${id}`, { title: 'Tides' });
    expect(await title()).toBe('Tides');
    await client.send('PUT', '/api/settings', { system: { models: { small: null } } });
    const usage = await client.get<{ rows: { key: string }[] }>('/api/usage?groupBy=purpose');
    expect(usage.rows.map((row) => row.key)).toEqual(['chat', 'title']);
  });

  it('FLOW-10 names a conversation after its question where the answer failed, and better once one is there', async () => {
    await client.send('PUT', '/api/settings', { system: { models: { small: 'filed/fake/tokens=4' } } });
    const { id } = await client.newConversation();
    const title = async () => (await client.get<{ title: string }>(`/api/conversations/${id}`)).title;
    const failed = await client.ask(id, 'Why is the lamp out?', { modelId: 'filed/fake/error=500' });
    await client.events(failed.turnId);
    expect(await client.get(`/api/turns/${failed.turnId}`)).toMatchObject({ status: 'failed' });
    expect(await title()).toBe('Why is the lamp out?');
    const again = await client.post<{ turnId: string }>(`/api/conversations/${id}/turns`, {
      text: 'Why is the lamp out?',
      parentMessageId: null,
      modelId: 'filed/fake/tokens=4',
    });
    await client.events(again.turnId);
    await expect.poll(title).not.toBe('Why is the lamp out?');
    await client.send('PUT', '/api/settings', { system: { models: { small: null } } });
  });

  it('refuses settings that make no sense', async () => {
    const put = (system: unknown) => client.send('PUT', '/api/settings', { system });
    expect((await put({ context: { reservedOutputTokens: 0 } })).status).toBe(400);
    expect((await put({ providers: [{ id: 'Bad Id', kind: 'openai' }] })).status).toBe(400);
    expect((await client.send('PUT', '/api/settings', { user: { timeZone: 'Mars/Olympus' } })).status).toBe(
      400,
    );
  });
});

describe('CTX-4 files', () => {
  it('counts text after the upload, and shows it to the model', async () => {
    const file = await upload('The harbour master is called Odalys Brandt.', 'harbour.txt');
    expect(file).toMatchObject({ state: 'counted' });
    expect(file.tokens).toBeGreaterThan(5);
    const { id } = await client.newConversation();
    const { turnId } = await client.post<{ turnId: string }>(`/api/conversations/${id}/turns`, {
      text: 'Who is the harbour master?',
      parentMessageId: null,
      fileIds: [file.id],
    });
    await client.events(turnId);
    expect(JSON.stringify(fake.requests.at(-1)?.messages)).toContain('Odalys Brandt');
    const handles = await client.get<{ rows: { name: string; origin: { kind: string } }[] }>(
      `/api/conversations/${id}/descriptors`,
    );
    const handle = handles.rows.find((row) => row.origin.kind === 'file')!;
    const page = await client.get<{ content: string; pages: number }>(
      `/api/conversations/${id}/descriptors/${handle.name}`,
    );
    expect(page).toMatchObject({ content: 'The harbour master is called Odalys Brandt.', pages: 1 });
    const bytes = await fetch(`${client.url}/api/files/${file.id}/content`);
    expect(await bytes.text()).toContain('harbour master');
    expect(bytes.headers.get('content-disposition')).toContain('attachment');
  });

  it('knows an image by its content, and its size', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    expect(await upload(new Uint8Array(png), 'not-an-image.txt')).toMatchObject({
      state: 'counted',
      width: 1,
    });
  });

  it('says what is too large, and what cannot be read', async () => {
    const large = await upload('many words in a long file. '.repeat(60_000), 'large.txt');
    expect(large).toMatchObject({ state: 'too_large' });
    expect(large.reason).toContain('tokens');
    const damaged = await upload('%PDF-1.7 this is not a document', 'damaged.pdf');
    expect(damaged).toMatchObject({ state: 'unreadable' });
    expect(damaged.reason).not.toBeNull();
  });

  it('searches a file that is too large, in its conversation and nowhere else', async () => {
    const filler = 'The tide came in and the tide went out again. '.repeat(30_000);
    const file = await upload(`${filler}\n\nThe password of the lighthouse is heliotrope.\n`, 'log.txt');
    expect(file.state).toBe('too_large');
    const { id } = await client.newConversation();
    const { turnId } = await client.post<{ turnId: string }>(`/api/conversations/${id}/turns`, {
      text: 'heliotrope lighthouse password',
      parentMessageId: null,
      fileIds: [file.id],
      modelId: 'filed/fake/tools=1,tool=retrieve_context,tokens=3',
    });
    const { packets } = await client.events(turnId);
    expect(JSON.stringify(packets.find((packet) => packet.type === 'tool-sources'))).toContain(
      `conversation-${id}`,
    );
    const results = fake.requests.at(-1)!.messages.filter((message) => message.role === 'tool');
    expect(JSON.stringify(results)).toContain('heliotrope');
    const bases = await client.get<{ rows: unknown[] }>('/api/knowledge-bases');
    expect(bases.rows).toEqual([]);
    await client.send('DELETE', `/api/conversations/${id}`);
    const found = await client.post<{ rows: unknown[] }>('/api/search', { query: 'heliotrope' });
    expect(found.rows).toEqual([]);
  });

  it('refuses what is no upload, and what is over the limit', async () => {
    expect((await client.send('POST', '/api/files', { not: 'a file' })).status).toBe(400);
    const empty = new FormData();
    empty.append('note', 'no file here');
    expect(await client.send('POST', '/api/files', empty)).toMatchObject({
      status: 400,
      body: { code: 'no_file' },
    });
  });
});

describe('CTX-6 projects', () => {
  it('gives their files to the conversations in them, and says so in the preview', async () => {
    const project = await client.post<{ id: string }>('/api/projects', {
      name: 'Survey',
      instructions: 'Be exact.',
    });
    const form = new FormData();
    form.append('files', new Blob(['The survey of 2031 counted 412 seals.']), 'survey.md');
    await client.send('POST', `/api/projects/${project.id}/files`, form);
    const files = async () =>
      (await client.get<{ files: { state: string; itemId: string | null }[] }>(`/api/projects/${project.id}`))
        .files;
    await expect
      .poll(async () => (await files()).every((file) => file.state === 'counted' && file.itemId))
      .toBe(true);
    const conversation = await client.post<{ id: string }>('/api/conversations', { projectId: project.id });
    const { report } = await client.post<{
      report: { project: { mode: string }; parts: { kind: string; text: string }[] };
    }>(`/api/conversations/${conversation.id}/preview`, { text: 'How many seals?', parentMessageId: null });
    expect(report.project.mode).toBe('included');
    expect(report.parts.find((part) => part.kind === 'project')?.text).toContain('412 seals');
    const elsewhere = await client.get<{ rows: unknown[] }>('/api/knowledge-bases');
    expect(elsewhere.rows).toEqual([]);
    expect((await client.send('DELETE', `/api/projects/${project.id}`)).status).toBe(204);
  });
});
