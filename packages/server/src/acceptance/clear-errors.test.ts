import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../create-server.js';
import { LOGIN_OPTIONS, startLoginServer } from './login-server.js';
import type { LoggedIn } from './login-server.js';
import { TestClient } from './test-client.js';

let folder: string;
let server: Awaited<ReturnType<typeof startLoginServer>>['server'];
let root: LoggedIn;
let ann: LoggedIn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-errors-'));
  const started = await startLoginServer({ dataFolder: folder });
  ({ server, root } = started);
  ann = await started.add('ann');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Problem {
  code: string;
  detail: string;
  errors?: { field: string; message: string }[];
}

describe('API-1 errors that a program and its author can act on', () => {
  it('name a knowledge base that is not there, and do not tell whether it is hidden', async () => {
    const { id: hidden } = await root.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Mine' });
    const { id: own } = await ann.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Own' });
    const { id } = await ann.client.newConversation();
    const search = (base: string) =>
      ann.client.send<Problem>('POST', '/api/search', { query: 'x', knowledgeBaseIds: [own, base] });
    const ask = (entry: string) =>
      ann.client.send<Problem>('POST', `/api/conversations/${id}/turns`, { text: 'Hi', scope: [entry] });
    expect((await search(own)).status).toBe(200);
    for (const send of [search, ask]) {
      const [missing, secret] = [await send('zz'), await send(hidden)];
      expect(missing).toMatchObject({ status: 404, body: { code: 'knowledge_base_not_found' } });
      expect(missing.body.detail).toContain('“zz”');
      expect({ ...secret.body, detail: secret.body.detail.replace(hidden, 'zz') }).toEqual(missing.body);
    }
    expect(await ask(`${own}/zz`)).toMatchObject({ status: 404, body: { code: 'item_not_found' } });
    // A scope that was chosen before does not block a conversation when it is gone.
    await ann.client.send('PATCH', `/api/conversations/${id}`, { scope: [own] });
    await ann.client.send('DELETE', `/api/knowledge-bases/${own}`);
    expect((await ask(own)).status).toBe(202);
  });

  it('refuse a cursor of another list instead of beginning again', async () => {
    const { id } = await root.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Base' });
    for (const path of [
      '/api/conversations',
      '/api/audit',
      '/api/feedback',
      `/api/knowledge-bases/${id}/items`,
    ])
      for (const cursor of ['zzz!', '-1', 'WyJ4Il0'])
        expect(await root.client.send('GET', `${path}?cursor=${cursor}`), path).toMatchObject({
          status: 400,
          body: { code: 'invalid_cursor' },
        });
    await root.client.newConversation();
    await root.client.newConversation();
    const first = await root.client.get<{ cursor: string }>('/api/conversations?limit=1');
    const next = await root.client.get<{ rows: unknown[] }>(
      `/api/conversations?limit=1&cursor=${first.cursor}`,
    );
    expect(next.rows).toHaveLength(1);
  });

  it('say in words what is wrong with a request, and list the fields', async () => {
    const send = (method: string, path: string, body?: unknown) =>
      root.client.send<Problem>(method, path, body);
    const wrong: [Awaited<ReturnType<typeof send>>, string, string][] = [
      [await send('POST', '/api/knowledge-bases', { name: '' }), 'name', 'must not be empty'],
      [await send('POST', '/api/knowledge-bases', {}), 'name', 'is missing'],
      [await send('GET', '/api/conversations?limit=x'), 'limit', 'must be a number'],
      [await send('GET', '/api/conversations?limit=1000'), 'limit', 'must be at most 200'],
      [
        await send('GET', '/api/turns/a%20b'),
        'id',
        'is not written as it must be: check its length and its characters',
      ],
      [
        await send('POST', '/api/search', { query: 'x', mode: 'best' }),
        'mode',
        'must be one of these: keyword, semantic, hybrid',
      ],
    ];
    for (const [{ status, body }, field, message] of wrong) {
      expect(body).toMatchObject({ code: 'invalid_request', errors: [{ field, message }] });
      expect(status).toBe(400);
      expect(body.detail).toBe(`${field} ${message}.`);
    }
  });

  it('say how to send a first and a further message, and a body', async () => {
    const { id } = await root.client.newConversation();
    const path = `/api/conversations/${id}/turns`;
    const first = await root.client.post<{ turnId: string; assistantMessageId: string }>(path, {
      text: 'Hi',
    });
    await root.client.events(first.turnId);
    const second = await root.client.send<Problem>('POST', path, { text: 'And?' });
    expect(second).toMatchObject({ status: 400, body: { code: 'parent_missing' } });
    expect(second.body.detail).toContain(first.assistantMessageId);
    const form = await fetch(root.client.url + path, {
      method: 'POST',
      headers: { ...root.client.headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: '{"text":"Hi"}',
    });
    expect(form.status).toBe(415);
    expect(((await form.json()) as Problem).detail).toContain('content-type: application/json');
  });

  it('name the setting, if the database cannot be opened', async () => {
    for (const databaseUrl of ['postgres://ibid:secret@127.0.0.1:9/ibid', 'nonsense']) {
      const opened = createServer({ ...LOGIN_OPTIONS, dataFolder: folder, databaseUrl });
      const error = await opened.then(
        () => null,
        (reason: Error) => reason,
      );
      expect(error?.message).toContain('IBID_DATABASE_URL');
      expect(error?.message).not.toContain('secret');
    }
  });

  it('name the setting, if a file is too large to be read', async () => {
    const outcomeWith = async (megabytes: string): Promise<string> => {
      const environment = { OLLAMA_HOST: 'off', IBID_READ_FILE_MB: megabytes };
      const dataFolder = await mkdtemp(join(tmpdir(), 'ibid-errors-'));
      const own = await createServer({ ...LOGIN_OPTIONS, mode: 'local', dataFolder, environment });
      try {
        const client = new TestClient((await own.listen()).url);
        const { id } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Large' });
        const form = new FormData();
        form.append('files', new Blob(['The fee is 40. '.repeat(100_000)]), 'large.txt');
        const { body } = await client.send<{ jobId: string }>(
          'POST',
          `/api/knowledge-bases/${id}/uploads`,
          form,
        );
        const job = () => client.get(`/api/jobs/${body.jobId}`);
        await expect.poll(async () => (await job())['state'], { timeout: 600_000 }).toBe('done');
        return JSON.stringify(await job());
      } finally {
        await own.close();
        await rm(dataFolder, { recursive: true, force: true });
      }
    };
    expect(await outcomeWith('1')).toContain('over the limit of 1 MiB');
    expect(await outcomeWith('1')).toContain('IBID_READ_FILE_MB');
    expect(await outcomeWith('2')).not.toContain('over the limit');
  });
});
