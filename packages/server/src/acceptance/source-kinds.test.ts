import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer, type LoggedIn } from './login-server.js';
import { PLACE_SECRET, sourcePlaces } from './source-places.js';

const PATIENCE = 300_000;
const KINDS = ['git', 'imap', 'webdav', 's3'];

let folder: string;
let server: IbidServer;
let root: LoggedIn;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-kinds-'));
  ({ server, root } = await startLoginServer({ dataFolder: folder, privateHosts: ['127.0.0.1'] }));
});
afterAll(async () => {
  for (const end of ends) await end();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Source {
  id: string;
  state: string;
  problem: string | null;
  items: number;
}

describe('KB-10 kinds of sources, through the server', { timeout: PATIENCE }, () => {
  it.each(KINDS)('%s: what changes there changes here', async (name) => {
    const place = await sourcePlaces(folder, ends)[name]?.();
    if (!place) return;
    const base = await root.client.post<{ id: string }>('/api/knowledge-bases', { name });
    const settled = async (id: string): Promise<Source> => {
      const get = () => root.client.get<Source>(`/api/sources/${id}`);
      await expect.poll(async () => (await get()).state, { timeout: PATIENCE }).not.toBe('syncing');
      return get();
    };
    const sync = async (id: string) => {
      await root.client.post(`/api/sources/${id}/sync`, {});
      return settled(id);
    };
    const names = async () => {
      const path = `/api/knowledge-bases/${base.id}/items?limit=100`;
      const { rows } = await root.client.get<{ rows: { name: string }[] }>(path);
      return rows.map((item) => item.name.replace(/\.eml$/u, '')).toSorted();
    };
    const found = async (query: string) => {
      const body = { query, knowledgeBaseIds: [base.id] };
      const { rows } = await root.client.post<{ rows: { text?: string }[] }>('/api/search', body);
      return JSON.stringify(rows);
    };

    await place.put('a.md', 'The lighthouse keeper of Oberhafen is called Mathilde.');
    await place.put('b.md', 'The ferry to Niederhafen leaves at seven.');
    const wrong = { ...place.settings, [place.secret]: 'not-the-secret' };
    const body = { knowledgeBaseId: base.id, kind: place.kind };
    const refused = await settled(
      (await root.client.post<Source>('/api/sources', { ...body, settings: wrong })).id,
    );
    expect(refused.problem).toMatch(/does not accept|token/u);
    expect(refused.problem).not.toContain('not-the-secret');
    await root.client.send('DELETE', `/api/sources/${refused.id}`);

    const made = await root.client.post<Source>('/api/sources', { ...body, settings: place.settings });
    const source = await settled(made.id);
    expect(source).toMatchObject({ problem: null, items: 2 });
    expect(JSON.stringify([made, source])).not.toContain(PLACE_SECRET);
    expect(await found('Who keeps the lighthouse?')).toContain('Mathilde');

    // A copy under a name that comes first must not take the place of what is still there.
    await place.put('0-copy.md', 'The ferry to Niederhafen leaves at seven.');
    await place.remove('a.md');
    await place.put('c.md', 'The harbour master of Oberhafen is called Brunhilde.');
    expect(await sync(source.id)).toMatchObject({ problem: null });
    await sync(source.id);
    expect(await names()).toEqual(['0-copy.md', 'b.md', 'c.md']);
    expect(await found('Who is harbour master?')).toContain('Brunhilde');
    expect(await found('Who keeps the lighthouse?')).not.toContain('Mathilde');
  });

  it('git: a repository of this machine only where folders are allowed', async () => {
    const base = await root.client.post<{ id: string }>('/api/knowledge-bases', { name: 'local' });
    const body = { knowledgeBaseId: base.id, kind: 'git', settings: { url: folder } };
    const { id } = await root.client.post<Source>('/api/sources', body);
    const get = () => root.client.get<Source>(`/api/sources/${id}`);
    await expect.poll(async () => (await get()).state, { timeout: PATIENCE }).not.toBe('syncing');
    expect((await get()).problem).toMatch(/never taken in|may be taken in/u);
  });
});
