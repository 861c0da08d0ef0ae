import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

interface Row {
  id: string;
  name: string;
  path: string;
  checkedAt: string;
  job: { state: string } | null;
}

let folder: string;
let papers: string;
let server: IbidServer;
let client: TestClient;
let baseId: string;

const start = async () => {
  server = await createTestServer({
    dataFolder: join(folder, 'data'),
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
  });
  client = new TestClient((await server.listen()).url);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-folders-'));
  papers = join(folder, 'papers');
  await mkdir(papers);
  await writeFile(join(papers, 'tides.md'), '# Tides\n\nThe tide turns at noon.');
  await start();
  baseId = (await client.post<Row>('/api/knowledge-bases', { name: 'Papers' })).id;
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const folders = async () =>
  (await client.get<{ rows: Row[] }>(`/api/knowledge-bases/${baseId}/folders`)).rows;
const items = async () => (await client.get<{ rows: Row[] }>(`/api/knowledge-bases/${baseId}/items`)).rows;
const names = async () => (await items()).map((item) => item.name).toSorted();
const ended = async (jobId: string) => {
  const state = async () => (await client.get<{ state: string }>(`/api/jobs/${jobId}`)).state;
  await expect.poll(state).toBe('done');
};

describe('KB-1 a folder that is kept in sync', () => {
  it('is taken in, and told with its last run', async () => {
    const { jobId } = await client.post<{ jobId: string }>(`/api/knowledge-bases/${baseId}/folders`, {
      path: papers,
      keep: true,
    });
    await ended(jobId);
    expect(await names()).toEqual(['tides.md']);
    expect(await folders()).toMatchObject([{ path: papers, job: { id: jobId, state: 'done' } }]);
  });

  it('follows what changed at the next look, and by a request', async () => {
    await writeFile(join(papers, 'moon.md'), '# Moon\n\nThe moon is full.');
    const [kept] = await folders();
    const { jobId } = await client.post<{ jobId: string }>(
      `/api/knowledge-bases/${baseId}/folders/${kept?.id}/sync`,
      {},
    );
    await ended(jobId);
    expect(await names()).toEqual(['moon.md', 'tides.md']);
  });

  it('has a file once, also where it is uploaded as well', async () => {
    const form = new FormData();
    form.append('files', new Blob(['# Moon\n\nThe moon is full.']), 'moon.md');
    const { jobId } = await client.post<{ jobId: string }>(`/api/knowledge-bases/${baseId}/uploads`, form);
    await ended(jobId);
    const job = await client.get(`/api/jobs/${jobId}`);
    expect(job).toMatchObject({ outcomes: [{ name: 'moon.md', outcome: 'unchanged' }] });
    expect(await names()).toEqual(['moon.md', 'tides.md']);
  });

  it('follows what changed while no server ran, and starts nothing where nothing did', async () => {
    await server.close();
    await rm(join(papers, 'moon.md'));
    await start();
    await expect.poll(names).toEqual(['tides.md']);
    await expect.poll(async () => (await folders())[0]?.job?.state).toBe('done');
    const [before] = await folders();
    // A folder added later is checked later: once it is read, the check of the first one is over.
    const later = join(folder, 'later');
    await mkdir(later);
    const { id: otherId } = await client.post<Row>('/api/knowledge-bases', { name: 'Later' });
    const otherFolders = `/api/knowledge-bases/${otherId}/folders`;
    await ended((await client.post<{ jobId: string }>(otherFolders, { path: later, keep: true })).jobId);
    await server.close();
    await writeFile(join(later, 'ebb.md'), '# Ebb\n\nThe ebb comes at six.');
    await start();
    const found = async () =>
      (await client.get<{ rows: Row[] }>(`/api/knowledge-bases/${otherId}/items`)).rows.length;
    await expect.poll(found).toBe(1);
    const [after] = await folders();
    expect(after?.checkedAt).not.toBe(before?.checkedAt);
    expect(after?.job).toEqual(before?.job);
  });

  it('refuses a file, and what is not there', async () => {
    const add = (path: string) =>
      client.send<{ code: string }>('POST', `/api/knowledge-bases/${baseId}/folders`, { path, keep: true });
    expect((await add(join(papers, 'tides.md'))).body.code).toBe('not_a_folder');
    expect((await add(join(papers, 'nowhere'))).body.code).toBe('path_not_found');
  });

  it('is forgotten, and its items stay', async () => {
    const [kept] = await folders();
    const path = `/api/knowledge-bases/${baseId}/folders/${kept?.id}`;
    expect((await client.send('DELETE', path)).status).toBe(204);
    expect((await client.send('DELETE', path)).status).toBe(404);
    expect(await folders()).toEqual([]);
    expect(await names()).toEqual(['tides.md']);
  });
});

describe('WEB-1 the original of an item', () => {
  const original = (id: string) => client.send<string>('GET', `/api/items/${id}/original`);

  it('is the file of its folder, never one that has changed since', async () => {
    const [item] = await items();
    const found = await original(item?.id ?? '');
    expect(found.body).toBe('# Tides\n\nThe tide turns at noon.');
    expect(found.headers.get('content-disposition')).toContain('attachment');
    expect(found.headers.get('content-security-policy')).toContain('sandbox');
    await writeFile(join(papers, 'tides.md'), 'Something else entirely.');
    expect(await original(item?.id ?? '')).toMatchObject({
      status: 404,
      body: { code: 'original_not_kept' },
    });
  });

  it('is what was uploaded', async () => {
    const form = new FormData();
    form.append('files', new Blob(['Salt,Depth\n3,40\n']), 'salt.csv');
    await ended((await client.post<{ jobId: string }>(`/api/knowledge-bases/${baseId}/uploads`, form)).jobId);
    const item = (await items()).find((row) => row.name === 'salt.csv');
    expect((await original(item?.id ?? '')).body).toBe('Salt,Depth\n3,40\n');
  });

  it('is not told of an item that is not there', async () => {
    expect((await original('nothing')).status).toBe(404);
  });
});

describe('WEB-6 what forms on the page choose from', () => {
  it('names people and roles, and nothing else of them', async () => {
    const people = await client.get<{ users: object[]; roles: string[] }>('/api/people');
    expect(people.roles).toEqual(['administrator', 'member']);
    for (const user of people.users) expect(Object.keys(user)).toEqual(['id', 'name']);
  });

  it('lists the tools that are switched on', async () => {
    const tools = async () =>
      (await client.get<{ rows: { name: string }[] }>('/api/tools')).rows.map((tool) => tool.name);
    expect(await tools()).toEqual(
      expect.arrayContaining(['retrieve_context', 'agentic_context_search', 'open_url', 'ask_user']),
    );
    await client.send('PUT', '/api/settings', { system: { tools: { agentic: false } } });
    expect(await tools()).not.toContain('agentic_context_search');
  });
});
