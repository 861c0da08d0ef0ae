import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { scriptedModel, type ScriptedAct } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer, type LoggedIn } from './login-server.js';
import type { TestClient } from './test-client.js';

const MARK = 'You may not see this source.';
let folder: string;
let server: IbidServer;
let administrator: TestClient;
let ann: TestClient;
let annId: string;
let bob: TestClient;
let add: (name: string) => Promise<LoggedIn>;
let base: string;
let conversation: string;
let answer: string;
let next: readonly ScriptedAct[][] = [];

const model: LanguageModelV4 = {
  ...scriptedModel([], { modelId: 'chat', provider: 'own' }),
  doGenerate: (call) => scriptedModel([[{ text: 'Flowers' }]]).doGenerate(call),
  doStream: (call) => {
    const [acts = [{ text: 'Nothing was laid out.' }], ...rest] = next;
    next = rest;
    return scriptedModel([acts]).doStream(call);
  },
};

interface Shared {
  title: string;
  messages: { role: string; text?: string; answers?: { text: string; citations: Citation[] }[] }[];
}
interface Citation {
  title: string;
  verdict: string;
  passage: { text: string } | null;
}

async function ask(text: string, acts: readonly ScriptedAct[][]): Promise<string> {
  next = acts;
  const { leafId } = await ann.get<{ leafId: string | null }>(`/api/conversations/${conversation}`);
  const asked = await ann.ask(conversation, text, { parentMessageId: leafId });
  await ann.events(asked.turnId);
  return (await ann.get<{ leafId: string }>(`/api/conversations/${conversation}`)).leafId;
}

const links = () => `/api/conversations/${conversation}/links`;

async function makeLink(body: Record<string, unknown> = {}): Promise<string> {
  const made = await ann.send<{ token: string }>('POST', links(), { messageId: answer, ...body });
  expect(made.status).toBe(201);
  return made.body.token;
}

/** As a client without an account. */
async function open(token: string): Promise<{ status: number; body: Shared; text: string }> {
  const response = await server.fetch(
    new Request('http://localhost/api/shared', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as Shared, text };
}

const citationsOf = (shared: Shared) =>
  shared.messages.flatMap(({ answers = [] }) => answers.flatMap(({ citations }) => citations));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-links-'));
  const started = await startLoginServer({
    dataFolder: folder,
    models: [{ id: 'own/chat', name: 'chat', model, isLanguageModel: true }],
  });
  ({ server, add } = started);
  administrator = started.root.client;
  await administrator.send('PUT', '/api/settings', {
    system: { models: { chat: 'own/chat' }, tools: { agentic: false } },
  });
  ({ client: ann, id: annId } = await add('ann'));
  ({ client: bob } = await add('bob'));
  base = (await bob.post<{ id: string }>('/api/knowledge-bases', { name: 'Garden' })).id;
  const form = new FormData();
  form.append('files', new Blob(['# Marigold\n\nThe marigold blooms on the fourth of May.']), 'marigold.md');
  const { body } = await bob.send<{ jobId: string }>('POST', `/api/knowledge-bases/${base}/uploads`, form);
  while ((await bob.get(`/api/jobs/${body.jobId}`))['state'] !== 'done')
    await new Promise((resolve) => setTimeout(resolve, 50));
  await share('shared');
  conversation = (await ann.post<{ id: string }>('/api/conversations', { title: 'Gardening' })).id;
  await ask('Hello', [[{ text: 'Good day.' }]]);
  answer = await ask('When does it bloom?', [
    [{ reasoning: 'A secret thought.' }, { call: 'retrieve_context', input: { query: 'marigold blooms' } }],
    [{ text: 'It blooms on the fourth of May [1].' }],
  ]);
});

const share = (visibility: 'private' | 'shared') =>
  bob.send('PATCH', `/api/knowledge-bases/${base}`, {
    sharing: { visibility, sharedWithUsers: visibility === 'shared' ? [annId] : [] },
  });

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('ANS-4 a link for people without an account', () => {
  it('shows questions and answers with their cited passages, and nothing of how they were made', async () => {
    const { status, body, text } = await open(await makeLink());
    expect(status).toBe(200);
    expect(body.title).toBe('Gardening');
    expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(citationsOf(body)).toMatchObject([
      {
        title: 'Marigold',
        verdict: 'supported',
        passage: { text: expect.stringContaining('fourth of May') },
      },
    ]);
    expect(text).not.toMatch(/secret thought|retrieve_context|"reports"|"steps"/u);
  });

  it('shows one answer with its question alone, where that is asked for', async () => {
    const { body } = await open(await makeLink({ extent: 'answer' }));
    expect(body.messages.map(({ text }) => text ?? '')).toEqual(['When does it bloom?', '']);
    expect(body.title).toBe('');
  });

  it('shows nothing that is said later', async () => {
    const token = await makeLink();
    const before = (await open(token)).body.messages.length;
    await ask('And in autumn?', [[{ text: 'Nobody knows that.' }]]);
    const after = await open(token);
    expect(after.body.messages).toHaveLength(before);
    expect(after.text).not.toContain('autumn');
  });

  it('marks every source where passages are not shared', async () => {
    const { body, text } = await open(await makeLink({ showsPassages: false }));
    expect(citationsOf(body)).toMatchObject([{ title: MARK, passage: null, verdict: 'supported' }]);
    expect(text).not.toMatch(/marigold/iu);
  });

  it('hides answers about what its maker may no longer see, at every read', async () => {
    const token = await makeLink();
    await share('private');
    const hidden = await open(token);
    expect(citationsOf(hidden.body)).toEqual([]);
    expect(hidden.text).toContain('may no longer see a document that it quotes');
    expect(hidden.text).not.toContain('fourth of May');
    await share('shared');
    expect(citationsOf((await open(token)).body)).toMatchObject([{ title: 'Marigold' }]);
  });

  it('is listed without what opens it, and opens nothing once revoked', async () => {
    const token = await makeLink();
    const { rows } = await ann.get<{ rows: { id: string }[] }>(links());
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await ann.send('DELETE', `${links()}/${rows[0]!.id}`)).status).toBe(204);
    expect(await open(token)).toMatchObject({ status: 404, body: { code: 'link_gone' } });
  });

  it('expires', async () => {
    const token = await makeLink({ days: 1 });
    expect((await open(token)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 });
    try {
      expect((await open(token)).status).toBe(404);
      expect((await ann.get<{ rows: unknown[] }>(links())).rows.length).toBeGreaterThan(0);
    } finally {
      vi.useRealTimers();
    }
    const refused = await ann.send('POST', links(), { messageId: answer, days: 366 });
    expect(refused.status).toBe(400);
  });

  it('is made by the owner alone, and ends with an answer', async () => {
    await ann.send('PATCH', `/api/conversations/${conversation}`, { sharing: { visibility: 'public' } });
    expect((await bob.send('POST', links(), { messageId: answer })).status).toBe(403);
    expect((await bob.send('GET', links())).status).toBe(403);
    const { messages } = await ann.get<{ messages: { id: string }[] }>(
      `/api/conversations/${conversation}/messages`,
    );
    const question = await ann.send('POST', links(), { messageId: messages[0]!.id });
    expect(question).toMatchObject({ status: 400, body: { code: 'not_an_answer' } });
    expect((await ann.send('POST', links(), { messageId: 'unknown' })).status).toBe(404);
  });

  it('goes with its conversation', async () => {
    const kept = { conversation, answer };
    conversation = (await ann.post<{ id: string }>('/api/conversations', {})).id;
    answer = await ask('Hello', [[{ text: 'Good day.' }]]);
    const token = await makeLink();
    expect((await open(token)).status).toBe(200);
    await ann.send('DELETE', `/api/conversations/${conversation}`);
    ({ conversation, answer } = kept);
    expect((await open(token)).status).toBe(404);
    expect((await open('a guess')).status).toBe(404);
  });

  it('ends with the account of its maker, also where the conversation stays', async () => {
    const { client, id: dan } = await add('dan');
    const { id } = await client.newConversation();
    next = [[{ text: 'Good day.' }]];
    const asked = await client.ask(id, 'Hello');
    await client.events(asked.turnId);
    await client.send('PATCH', `/api/conversations/${id}`, { sharing: { visibility: 'public' } });
    const made = await client.post<{ token: string }>(`/api/conversations/${id}/links`, {
      messageId: asked.assistantMessageId,
    });
    expect((await open(made.token)).status).toBe(200);
    await administrator.send('DELETE', `/api/users/${dan}?conversations=keep`);
    expect((await ann.send('GET', `/api/conversations/${id}`)).status).toBe(200);
    expect((await open(made.token)).status).toBe(404);
  });

  it('opens nothing while the administrator has switched links off, or its maker is blocked', async () => {
    const token = await makeLink();
    await administrator.send('PUT', '/api/settings', { system: { sharedLinks: false } });
    expect((await open(token)).status).toBe(404);
    expect(await ann.send('POST', links(), { messageId: answer })).toMatchObject({ status: 403 });
    expect(await ann.get(links())).toMatchObject({ isOn: false });
    await administrator.send('PUT', '/api/settings', { system: { sharedLinks: true } });
    expect((await open(token)).status).toBe(200);
    await administrator.send('PATCH', `/api/users/${annId}`, { disabled: true });
    expect((await open(token)).status).toBe(404);
    await administrator.send('PATCH', `/api/users/${annId}`, { disabled: false });
    expect((await open(token)).status).toBe(200);
  });
});
