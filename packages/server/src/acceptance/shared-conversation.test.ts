import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer } from './login-server.js';
import { TestClient } from './test-client.js';

const SECRET = /marigold/iu;
let folder: string;
let server: IbidServer;
let ann: TestClient;
let bob: TestClient;
let bobId: string;
let conversation: string;
let turnId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-shared-'));
  const started = await startLoginServer({ dataFolder: folder });
  ({ server } = started);
  ann = (await started.add('ann')).client;
  ({ client: bob, id: bobId } = await started.add('bob'));

  const base = await ann.post<{ id: string }>('/api/knowledge-bases', { name: 'Marigold files' });
  // Long enough that an item is not read whole, and leaves a tool to read on with.
  const parts = Array.from({ length: 64 }, (_, part) =>
    [`## Marigold ${part}`, `The marigold blooms on day ${part}. ${'It is watered. '.repeat(80)}`].join(
      '\n\n',
    ),
  );
  const form = new FormData();
  form.append('files', new Blob([parts.join('\n\n')]), 'marigold.md');
  const { body } = await ann.send<{ jobId: string }>('POST', `/api/knowledge-bases/${base.id}/uploads`, form);
  let state: unknown = 'queued';
  while (state === 'queued' || state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50));
    state = (await ann.get(`/api/jobs/${body.jobId}`))['state'];
  }
  const attached = new FormData();
  attached.append('file', new Blob(['The marigold is orange. '.repeat(900)]), 'orange.txt');
  const { body: file } = await ann.send<{ id: string }>('POST', '/api/files', attached);
  while ((await ann.get(`/api/files/${file.id}`))['state'] === 'uploaded')
    await new Promise((resolve) => setTimeout(resolve, 30));
  conversation = (await ann.newConversation()).id;
  ({ turnId } = await ann.post<{ turnId: string }>(`/api/conversations/${conversation}/turns`, {
    text: 'When does the marigold bloom on day 7?',
    parentMessageId: null,
    fileIds: [file.id],
  }));
  await ann.events(turnId);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Everything of the conversation that can be read, and what came back of it. */
async function walk(client: TestClient): Promise<{ statuses: number[]; text: string }> {
  const statuses: number[] = [];
  const seen: unknown[] = [];
  const read = async (path: string) => {
    const answer = await client.send(`GET`, path);
    statuses.push(answer.status);
    seen.push(answer.body);
    return answer;
  };
  const at = `/api/conversations/${conversation}`;
  await read(at);
  await read(`${at}/messages`);
  await read(`${at}/sources`);
  await read(`${at}/export?format=markdown`);
  await read(`${at}/export?format=json`);
  await read(`${at}/files`);
  // The trajectory of what searched, and everything that was streamed.
  await read(`/api/turns/${turnId}`);
  await read(`/api/turns/${turnId}/events?after=0`);
  await read(`${at}/descriptors`);
  for (const name of await descriptors()) {
    const handle = `${at}/descriptors/${encodeURIComponent(name)}`;
    await read(handle);
    await read(`${handle}/search?pattern=marigold`);
    await read(`${handle}/versions`);
    await read(`${handle}/download`);
  }
  return { statuses, text: JSON.stringify(seen) };
}

/** As Ann sees them: for one who may not list them, the names are as good as known. */
async function descriptors(): Promise<string[]> {
  const listed = await ann.get<{ rows: { name?: string; handle?: string }[] }>(
    `/api/conversations/${conversation}/descriptors`,
  );
  return listed.rows.map((row) => row.name ?? row.handle ?? '');
}

const share = (sharing: object) => ann.send('PATCH', `/api/conversations/${conversation}`, { sharing });

describe('KB-5 a conversation that is shared, and no longer', () => {
  it('gives away nothing before, everything in it while, and nothing after', async () => {
    expect((await descriptors()).length).toBeGreaterThan(0);
    const own = await walk(ann);
    expect(new Set(own.statuses)).toEqual(new Set([200]));
    expect(own.text).toMatch(/blooms on day 7/u);
    const nothing = async () => {
      const { statuses, text } = await walk(bob);
      expect(new Set(statuses)).toEqual(new Set([404]));
      expect(text).not.toMatch(SECRET);
    };
    await nothing();
    await share({ visibility: 'shared', sharedWithUsers: [bobId] });
    const shared = await walk(bob);
    expect(new Set(shared.statuses)).toEqual(new Set([200]));
    expect(shared.text).toMatch(/blooms on day 7/u);
    await share({ visibility: 'private' });
    await nothing();
  });

  it('gives a right to what was said, none to search where it came from, also in a fork', async () => {
    await share({ visibility: 'shared', sharedWithUsers: [bobId] });
    const messages = await bob.get<{ leafId: string }>(`/api/conversations/${conversation}/messages`);
    const fork = await bob.post<{ id: string; leafId: string }>(`/api/conversations/${conversation}/fork`, {
      messageId: messages.leafId,
    });
    await share({ visibility: 'private' });
    const kept = await bob.send('GET', `/api/conversations/${fork.id}/messages`);
    expect(JSON.stringify(kept.body)).toMatch(/blooms on day 7/u);
    const { turnId: asked } = await bob.ask(fork.id, 'On which day 61 does it bloom?', {
      parentMessageId: fork.leafId,
    });
    const { raw } = await bob.events(asked);
    expect(raw).not.toMatch(/blooms on day 61/u);
    expect(raw).not.toContain('read_more_of_marigold');
    const search = await bob.post<{ rows: unknown[] }>('/api/search', {
      query: 'marigold',
      mode: 'keyword',
      topK: 5,
    });
    expect(search.rows).toEqual([]);
    expect(await bob.get<{ rows: unknown[] }>('/api/knowledge-bases')).toMatchObject({ rows: [] });
  });
});
