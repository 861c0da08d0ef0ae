import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer } from './login-server.js';
import type { TestClient } from './test-client.js';

let folder: string;
let server: IbidServer;
let ann: TestClient;
let annId: string;
let bob: TestClient;
let root: TestClient;
/** Bob's own objects, to be requested. */
let own: Record<string, string>;
/** Opens what Bob shares by a link. */
let token: string;

/** Words of Bob's document, words that only Ann will have, the same mistyped, and words of another language. */
const QUERIES = [
  'lighthouse keeper',
  'winch',
  'falconry',
  'falconrry winch',
  'zanzibar',
  'zanzbar lighthouse',
  'lighthuose',
  // Two mistakes away from one's own word, one from somebody else's.
  'lighdhoux',
  'Leuchtturm und Winde',
  'la commission du phare',
];

async function upload(client: TestClient, base: string, name: string, text: string): Promise<void> {
  const form = new FormData();
  form.append('files', new Blob([text]), name);
  const { body } = await client.send<{ jobId: string }>('POST', `/api/knowledge-bases/${base}/uploads`, form);
  await client.send('GET', `/api/jobs/${body.jobId}/events`);
}

async function ask(client: TestClient, id: string, text: string): Promise<string> {
  const { turnId } = await client.ask(id, text);
  await client.events(turnId);
  return turnId;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-unnoticed-'));
  const started = await startLoginServer({ dataFolder: folder, limits: { requestsPerMinute: 100_000 } });
  ({ server } = started);
  root = started.root.client;
  ({ client: ann, id: annId } = await started.add('ann'));
  bob = (await started.add('bob')).client;
  const { id: base } = await bob.post<{ id: string }>('/api/knowledge-bases', { name: 'Bob’s' });
  await upload(bob, base, 'notes.md', '# Notes\n\nThe lighthouse keeper greased the winch on Monday.');
  await upload(bob, base, 'more.md', '# More\n\nThe committee met twice. A winch was bought for 40 crowns.');
  const { rows } = await bob.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${base}/items`);
  const { id: conversation } = await bob.newConversation();
  const turn = await ask(bob, conversation, 'What did the lighthouse keeper do?');
  const things = await workOn(bob, { base, conversation, turn, question: 'What is a winch?' });
  own = { ...things, 'knowledge-bases': base, items: rows[0]!.id, conversations: conversation, turns: turn };
  const { messages } = await bob.get<{ messages: { id: string }[] }>(
    `/api/conversations/${conversation}/messages`,
  );
  const link = { messageId: messages.at(-1)!.id };
  ({ token } = await bob.post<{ token: string }>(`/api/conversations/${conversation}/links`, link));
});

/** Creates a table, a report, contradictions, feedback and more; returns their ids by route name. */
async function workOn(
  client: TestClient,
  { base, conversation, turn, question }: Record<'base' | 'conversation' | 'turn' | 'question', string>,
): Promise<Record<string, string>> {
  const make = async (path: string, body: unknown) => (await client.post<{ id: string }>(path, body)).id;
  const form = new FormData();
  form.append('files', new Blob([question]), 'question.txt');
  const said = await client.send<{ feedback: { id: string } }>('PATCH', `/api/turns/${turn}/feedback`, {
    verdict: 'right',
  });
  const ids = {
    tables: await make('/api/tables', {
      name: 'Table',
      rows: { knowledgeBaseIds: [base] },
      columns: [{ name: 'What', kind: 'text', question }],
    }),
    reports: await make('/api/reports', { question, knowledgeBaseIds: [base] }),
    contradictions: await make('/api/contradictions', { knowledgeBaseIds: [base] }),
    projects: await make('/api/projects', { name: question }),
    agents: await make('/api/agents', { name: question, knowledgeBaseIds: [base] }),
    files: await make('/api/files', form),
    feedback: said.body.feedback.id,
    ui: conversation,
  };
  await client.send('POST', `/api/reports/${ids.reports}/run`);
  const states = async () => {
    const { rows } = await client.get<{ rows: { id: string; state: string }[] }>('/api/jobs');
    return rows.filter(({ state }) => state === 'queued' || state === 'running').length;
  };
  await vi.waitFor(async () => expect(await states()).toBe(0), { timeout: 600_000, interval: 50 });
  return ids;
}

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Everything a user can request without creating anything. */
async function everything(client: TestClient): Promise<Record<string, string>> {
  const document = await client.get<{ paths: Record<string, object> }>('/openapi.json');
  const told: Record<string, string> = {};
  const keep = async (name: string, method: string, path: string, body?: unknown) => {
    const answer = await client.send(method, path, body);
    // The prompt contains the time, and a previewed message has a new id each time.
    const text = JSON.stringify(answer.body)
      .replaceAll(/\d\d:\d\d \(UTC\)/gu, 'now')
      .replaceAll(/"origin":"[0-9a-z]{26}"/gu, '"origin":"new"');
    told[name] = `${answer.status} ${text}`;
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    const kind = path.split('/')[2] ?? '';
    if (!('get' in methods) || path.startsWith('/api/login/') || (path.includes('{id}') && !own[kind]))
      continue;
    const filled = path
      .replace('{id}', own[kind] ?? '')
      .replace('{name}', 'fd:1')
      .replace('{number}', '1')
      .replace('{path}', 'a.txt');
    // Packed formats contain the time.
    const query = path.endsWith('/search')
      ? '?pattern=winch'
      : path === '/api/tables/{id}/export'
        ? '?format=csv'
        : '';
    await keep(path, 'GET', filled + query);
  }
  await keep('link', 'POST', '/api/shared', { token });
  for (const query of QUERIES) {
    await keep(`search ${query}`, 'POST', '/api/search', { query, topK: 20 });
    await keep(`among ${query}`, 'GET', `/api/conversations?query=${encodeURIComponent(query)}`);
    await keep(
      `items ${query}`,
      'GET',
      `/api/knowledge-bases/${own['knowledge-bases']}/items?query=${encodeURIComponent(query)}`,
    );
    await keep(`preview ${query}`, 'POST', '/api/preview', { text: query, parentMessageId: null });
    await keep(`against ${query}`, 'POST', `/api/turns/${own['turns']}/against`, {
      claim: `The ${query} is red.`,
    });
  }
  return told;
}

describe('KB-5 what others keep, say and delete', () => {
  it('changes no byte of what a person is told, on any route', async () => {
    // Twice, because the first request may be cached and affect the next.
    await everything(bob);
    const before = await everything(bob);
    expect(Object.keys(before).length).toBeGreaterThan(80);
    expect(before['search lighthuose']).toContain('greased');
    expect(before['search lighdhoux']).toContain('greased');
    expect(before['search falconry']).toContain('"rows":[]');

    const { id: base } = await ann.post<{ id: string }>('/api/knowledge-bases', { name: 'Falconry' });
    const secret =
      'Falconry in Zanzibar: the lighthouse, the lighdhoum and its keeper, a winch, a winch, a winch. ';
    for (let number = 0; number < 5; number += 1)
      await upload(ann, base, `zanzibar ${number}.md`, `# Falconry ${number}\n\n${secret.repeat(30)}`);
    await upload(
      ann,
      base,
      'turm.md',
      '# Leuchtturm\n\nDer Leuchtturm und die Winde gehören der Kommission. '.repeat(20),
    );
    const { id } = await ann.newConversation();
    const turn = await ask(ann, id, 'What of falconry in Zanzibar?');
    await workOn(ann, { base, conversation: id, turn, question: 'What of falconry, and of a winch?' });
    await ann.post('/api/agents', { name: 'Falconer' });
    await ann.post('/api/projects', { name: 'Falconry' });
    await ann.post('/api/search', { query: 'falconry winch', topK: 20 });
    await root.post('/api/search', { query: 'falconrry winch', topK: 20 });
    expect(await everything(bob)).toEqual(before);

    const { rows } = await ann.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${base}/items`);
    for (const item of rows.slice(0, 3)) await ann.send('DELETE', `/api/items/${item.id}`);
    await ann.send('DELETE', `/api/conversations/${id}`);
    expect(await everything(bob)).toEqual(before);
  });

  it('takes no place among what one’s own conversations cite of a document that is shared', async () => {
    const base = own['knowledge-bases'];
    const { rows } = await bob.get<{ rows: { id: string; title: string }[] }>(
      `/api/knowledge-bases/${base}/items`,
    );
    const notes = rows.find(({ title }) => title === 'Notes')?.id;
    const cited = () => bob.get<{ rows: unknown[] }>(`/api/items/${notes}/citations`);
    const before = await cited();
    expect(before.rows.length).toBeGreaterThan(0);
    const sharing = { visibility: 'shared', sharedWithUsers: [annId], sharedWithGroups: [] };
    await bob.send('PATCH', `/api/knowledge-bases/${base}`, { sharing });
    for (let number = 0; number < 20; number += 1) {
      const { id } = await ann.newConversation();
      const asked = { text: 'What did the lighthouse keeper do?', parentMessageId: null, scope: [base] };
      const { turnId } = await ann.post<{ turnId: string }>(`/api/conversations/${id}/turns`, asked);
      await ann.events(turnId);
    }
    expect((await ann.get<{ rows: unknown[] }>(`/api/items/${notes}/citations`)).rows.length).toBeGreaterThan(
      0,
    );
    expect(await cited()).toEqual(before);
  });
});
