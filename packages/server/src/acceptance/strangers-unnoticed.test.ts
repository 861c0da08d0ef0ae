import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer } from './login-server.js';
import type { TestClient } from './test-client.js';

let folder: string;
let server: IbidServer;
let ann: TestClient;
let bob: TestClient;
let root: TestClient;
/** What Bob has of his own, to be asked about. */
let own: { base: string; item: string; conversation: string; turn: string };

/** Words of Bob's document, words that only Ann will have, the same mistyped, and words of another language. */
const QUERIES = [
  'lighthouse keeper',
  'winch',
  'falconry',
  'falconrry winch',
  'zanzibar',
  'zanzbar lighthouse',
  'lighthuose',
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
  ann = (await started.add('ann')).client;
  bob = (await started.add('bob')).client;
  const { id: base } = await bob.post<{ id: string }>('/api/knowledge-bases', { name: 'Bob’s' });
  await upload(bob, base, 'notes.md', '# Notes\n\nThe lighthouse keeper greased the winch on Monday.');
  await upload(bob, base, 'more.md', '# More\n\nThe committee met twice. A winch was bought for 40 crowns.');
  const { rows } = await bob.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${base}/items`);
  const { id: conversation } = await bob.newConversation();
  const turn = await ask(bob, conversation, 'What did the lighthouse keeper do?');
  own = { base, item: rows[0]!.id, conversation, turn };
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Everything that somebody can ask, as far as it asks for nothing new. */
async function everything(client: TestClient): Promise<Record<string, string>> {
  const document = await client.get<{ paths: Record<string, object> }>('/openapi.json');
  const told: Record<string, string> = {};
  const ids: Record<string, string> = {
    conversations: own.conversation,
    turns: own.turn,
    'knowledge-bases': own.base,
    items: own.item,
  };
  const keep = async (name: string, method: string, path: string, body?: unknown) => {
    const answer = await client.send(method, path, body);
    // The minute stands in the prompt, and a message that is only looked at has a new id each time.
    const text = JSON.stringify(answer.body)
      .replaceAll(/\d\d:\d\d \(UTC\)/gu, 'now')
      .replaceAll(/"origin":"[0-9a-z]{26}"/gu, '"origin":"new"');
    told[name] = `${answer.status} ${text}`;
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    const kind = path.split('/')[2] ?? '';
    if (!('get' in methods) || path.startsWith('/api/login/') || (path.includes('{id}') && !ids[kind]))
      continue;
    const filled = path
      .replace('{id}', ids[kind] ?? '')
      .replace('{name}', 'fd:1')
      .replace('{number}', '1')
      .replace('{path}', 'a.txt');
    await keep(path, 'GET', filled.endsWith('/search') ? `${filled}?pattern=winch` : filled);
  }
  for (const query of QUERIES) {
    await keep(`search ${query}`, 'POST', '/api/search', { query, topK: 20 });
    await keep(`among ${query}`, 'GET', `/api/conversations?query=${encodeURIComponent(query)}`);
    await keep(
      `items ${query}`,
      'GET',
      `/api/knowledge-bases/${own.base}/items?query=${encodeURIComponent(query)}`,
    );
    await keep(`preview ${query}`, 'POST', '/api/preview', { text: query, parentMessageId: null });
    await keep(`against ${query}`, 'POST', `/api/turns/${own.turn}/against`, {
      claim: `The ${query} is red.`,
    });
  }
  return told;
}

describe('KB-5 what others keep, say and delete', () => {
  it('changes no byte of what a person is told, on any route', async () => {
    // Twice, because what is asked first may be remembered and told by the next.
    await everything(bob);
    const before = await everything(bob);
    expect(Object.keys(before).length).toBeGreaterThan(60);
    expect(before['search lighthuose']).toContain('greased');
    expect(before['search falconry']).toContain('"rows":[]');

    const { id: base } = await ann.post<{ id: string }>('/api/knowledge-bases', { name: 'Falconry' });
    const secret = 'Falconry in Zanzibar: the lighthouse and its keeper, a winch, a winch, a winch. ';
    for (let number = 0; number < 5; number += 1)
      await upload(ann, base, `zanzibar ${number}.md`, `# Falconry ${number}\n\n${secret.repeat(30)}`);
    await upload(
      ann,
      base,
      'turm.md',
      '# Leuchtturm\n\nDer Leuchtturm und die Winde gehören der Kommission. '.repeat(20),
    );
    const { id } = await ann.newConversation();
    await ask(ann, id, 'What of falconry in Zanzibar?');
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
});
