import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOllama } from '@ibid/core/testing';
import type { FakeOllama, FakeOllamaModel } from '@ibid/core/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

const sample = new URL('../../../cli/sample/', import.meta.url);
const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const undo of cleanUp.splice(0).toReversed()) await undo();
});

async function start(
  models: readonly FakeOllamaModel[],
  environment: Record<string, string> = {},
): Promise<{ ollama: FakeOllama; client: TestClient; server: IbidServer }> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-ollama-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  const ollama = await startFakeOllama({ models });
  cleanUp.push(ollama.close);
  const server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: ollama.url, IBID_SMALL_MODEL: 'ibid/extractive', ...environment },
  });
  cleanUp.push(() => server.close());
  const client = new TestClient((await server.listen()).url);
  await client.send('PUT', '/api/settings', { system: { tools: { agentic: false } } });
  return { ollama, client, server };
}

interface Report {
  budget: { window: number; windowFrom: string; available: number };
  removals: { kind: string; action: string; tokensBefore: number; tokensAfter: number }[];
}

async function ask(client: TestClient, text: string, conversation?: { id: string; parent: string | null }) {
  const id = conversation?.id ?? (await client.newConversation()).id;
  const turn = await client.post<{ turnId: string; assistantMessageId: string }>(
    `/api/conversations/${id}/turns`,
    { text, parentMessageId: conversation?.parent ?? null },
  );
  const { packets } = await client.events(turn.turnId);
  const reports = packets.flatMap((packet) =>
    packet.type === 'context-report' ? [(packet as { report: Report }).report] : [],
  );
  return { id, parent: turn.assistantMessageId, packets, reports };
}

const LONG = 'The harbour master counted the ships again, and wrote down each of their names. '.repeat(60);

describe('MOD-4 Ollama', () => {
  it('is found by itself, and asked with its window at every call, so that nothing is cut', async () => {
    const { ollama, client } = await start([
      { name: 'fake/tokens=30', contextLength: 131_072 },
      { name: 'fake/tokens=5', contextLength: 2_048 },
    ]);
    const list = await client.get<{
      current: { chat: string };
      rows: { id: string; contextWindow: number; windowFrom: string }[];
    }>('/api/models');
    expect(list.current.chat).toBe('ollama/fake/tokens=30');
    expect(list.rows.find((row) => row.id === 'ollama/fake/tokens=30')).toMatchObject({
      contextWindow: 16_384,
      windowFrom: 'provider',
    });
    expect(list.rows.find((row) => row.id === 'ollama/fake/tokens=5')).toMatchObject({
      contextWindow: 2_048,
    });
    // Not configured.
    expect(list.rows.find((row) => row.id === 'ibid/extractive')).toMatchObject({ windowFrom: 'provider' });
    let at: { id: string; parent: string | null } | undefined;
    for (let turn = 0; turn < 18; turn++) {
      const { id, parent, reports } = await ask(client, `${turn} ${LONG}`, at);
      at = { id, parent };
      expect(reports[0]?.budget).toMatchObject({ window: 16_384, windowFrom: 'provider' });
    }
    expect(ollama.requests.length).toBeGreaterThanOrEqual(18);
    // More was said than fits: we dropped the oldest turns, and Ollama had nothing to cut.
    expect(ollama.requests.at(-1)?.promptTokens).toBeGreaterThan(8_000);
    expect(ollama.requests.map((request) => request.cutTokens)).toEqual(ollama.requests.map(() => 0));
    expect(ollama.requests.every((request) => request.options?.['num_ctx'] === 16_384)).toBe(true);
  });

  it('cuts silently what has no window with it: the fake is as bad as the real one', async () => {
    const ollama = await startFakeOllama({ models: [{ name: 'fake/plain' }] });
    cleanUp.push(ollama.close);
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: LONG.repeat(5) },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'And?' },
    ];
    const response = await fetch(`${ollama.url}/api/chat`, {
      method: 'POST',
      body: JSON.stringify({ model: 'fake/plain', messages, stream: false }),
    });
    expect(response.status).toBe(200);
    expect(((await response.json()) as { prompt_eval_count: number }).prompt_eval_count).toBeLessThan(4_096);
    expect(ollama.requests[0]?.cutTokens).toBeGreaterThan(1_000);
  });

  it('takes the window of a Modelfile, and over it the one a person set', async () => {
    const { ollama, client } = await start([{ name: 'fake/plain', numCtx: 6_000 }]);
    await ask(client, 'Hello?');
    expect(ollama.requests.at(-1)?.options).toMatchObject({ num_ctx: 6_000 });
    await client.send('PUT', '/api/settings', { system: { windows: { 'ollama/fake/plain': 9_000 } } });
    const { reports } = await ask(client, 'Hello?');
    expect(ollama.requests.at(-1)?.options).toMatchObject({ num_ctx: 9_000 });
    expect(reports[0]?.budget).toMatchObject({ window: 9_000, windowFrom: 'set' });
  });

  it('takes a window and a time to stay loaded from the environment', async () => {
    const { ollama, client } = await start([{ name: 'fake/plain' }], {
      IBID_MODEL_WINDOW: 'ollama/fake/plain=7000',
      IBID_OLLAMA_KEEP_ALIVE: '2h',
    });
    await ask(client, 'Hello?');
    expect(ollama.requests.at(-1)).toMatchObject({ keep_alive: '2h', options: { num_ctx: 7_000 } });
  });

  it('notices from the counted tokens that less was read, shows it, and sends less from then on', async () => {
    const { ollama, client } = await start([{ name: 'fake/tokens=10', mostLoaded: 8_192 }]);
    let at: { id: string; parent: string | null } | undefined;
    const seen: Report[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const { id, parent, reports } = await ask(client, `${turn} ${LONG}`, at);
      at = { id, parent };
      seen.push(reports.at(-1) as Report);
    }
    const cut = seen.findIndex(({ removals }) => removals.some(({ kind }) => kind === 'prompt'));
    expect(cut).toBeGreaterThan(0);
    expect(seen[cut]?.removals.find(({ kind }) => kind === 'prompt')).toMatchObject({ action: 'dropped' });
    expect(seen[cut + 1]?.budget).toMatchObject({ window: 8_192, windowFrom: 'usage' });
    expect(ollama.requests.slice(cut + 1).map((request) => request.cutTokens)).toEqual(
      ollama.requests.slice(cut + 1).map(() => 0),
    );
  });

  it('streams thinking, calls tools and shows images', async () => {
    const { ollama, client } = await start([
      { name: 'fake/tools=1,reasoning=6,quote', capabilities: ['completion', 'tools', 'thinking', 'vision'] },
    ]);
    const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Port' });
    const form = new FormData();
    form.append('files', new Blob(['The harbour master is called Odalys Brandt.']), 'harbour.txt');
    await client.send('POST', `/api/knowledge-bases/${base.id}/uploads`, form);
    await expect
      .poll(async () => JSON.stringify((await client.send('POST', '/api/search', { query: 'harbour' })).body))
      .toContain('Odalys');
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const image = new FormData();
    image.append('files', new Blob([new Uint8Array(Buffer.from(png, 'base64'))]), 'ship.png');
    const file = (await client.send<{ id: string }>('POST', '/api/files', image)).body;
    await expect
      .poll(async () => (await client.get<{ state: string }>(`/api/files/${file.id}`)).state)
      .toBe('counted');
    const { id } = await client.newConversation();
    const { turnId } = await client.post<{ turnId: string }>(`/api/conversations/${id}/turns`, {
      text: 'Who is the harbour master?',
      parentMessageId: null,
      fileIds: [file.id],
    });
    const { packets } = await client.events(turnId);
    const types = new Set(packets.map((packet) => packet.type));
    for (const type of ['reasoning-delta', 'tool-sources', 'citation', 'answer-delta'])
      expect(types).toContain(type);
    const last = ollama.requests.at(-1);
    expect(last?.think).toBe(true);
    expect(last?.messages.some((message) => message.images?.[0] === png)).toBe(true);
    expect(last?.messages.find((message) => message.role === 'tool')).toMatchObject({
      tool_name: 'retrieve_context',
    });
    expect(ollama.requests.every((request) => request.cutTokens === 0)).toBe(true);
  });

  it('CTX-10 CTX-11 has nothing cut in 2,048 tokens where an agent searches, and the same room in every turn', async () => {
    const { ollama, client } = await start([{ name: 'fake/quote,tools=1' }], {
      IBID_MODEL_WINDOW: '2048',
      IBID_SMALL_MODEL: 'ollama/fake/quote,tools=1',
    });
    await client.send('PUT', '/api/settings', { system: { tools: { agentic: true } } });
    const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Sample' });
    const form = new FormData();
    const names = (await readdir(sample)).filter((name) => name.endsWith('.md'));
    for (const name of names) form.append('files', new Blob([await readFile(new URL(name, sample))]), name);
    const { body } = await client.send<{ jobId: string }>(
      'POST',
      `/api/knowledge-bases/${base.id}/uploads`,
      form,
    );
    await client.send('GET', `/api/jobs/${body.jobId}/events`);
    let at: { id: string; parent: string | null } | undefined;
    const room = new Set<number>();
    for (const question of [
      'What does the Diving manual say?',
      'What do the Safety rules say?',
      'What does the Maintenance log say?',
      'And the Crew handbook of the research vessel Halcyon?',
    ]) {
      const { id, parent, packets, reports } = await ask(client, question, at);
      at = { id, parent };
      expect(
        packets.findLast((packet) => packet.type === 'citation'),
        question,
      ).toMatchObject({ citation: { verdict: 'supported' } });
      for (const { budget } of reports) room.add(budget.available);
    }
    expect(room.size).toBe(1);
    const { rows } = await client.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${base.id}/items`);
    for (const { id } of rows) await client.post(`/api/items/${id}/summary`, {});
    expect(ollama.requests.length).toBeGreaterThan(12 + rows.length);
    expect(ollama.requests.filter((request) => request.cutTokens > 0)).toEqual([]);
  });

  it('tells an unknown model, and a server that is away, in plain words', async () => {
    const { ollama, client } = await start([{ name: 'fake/plain' }]);
    const test = (modelId: string) =>
      client.post<{ ok: boolean; code?: string }>('/api/models/test', { modelId });
    expect(await test('ollama/fake/plain')).toMatchObject({ ok: true });
    expect(await test('ollama/nothing')).toMatchObject({ ok: false, code: 'unknown_model' });
    await ollama.close();
    cleanUp.splice(1, 1);
    expect(await test('ollama/fake/plain')).toMatchObject({ ok: false, code: 'unavailable' });
  });
});
