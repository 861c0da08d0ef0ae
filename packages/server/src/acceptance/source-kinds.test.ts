import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer, type LoggedIn } from './login-server.js';

const PATIENCE = 300_000;
const TOKEN = 'tok-en-of-the-tests';

interface Running {
  url: string;
  close: () => Promise<void>;
}
interface Repository {
  folder: string;
  bare: string;
  write: (path: string, text: string) => Promise<void>;
  remove: (path: string) => Promise<void>;
  push: (message: string) => void;
  delete: () => void;
}
interface Dovecot {
  tls: number;
  certificate: string;
  deliver: (user: string, name: string, text: string) => void;
  discard: (user: string, name: string) => void;
  remove: () => Promise<void>;
}
/** The servers of the kinds' own tests. They are no part of a package, so they are found by their place. */
const helper = async <T>(path: string): Promise<T> =>
  (await import(
    new URL(`../../../retrieval/src/connectors/${path}.test-helper.ts`, import.meta.url).href
  )) as T;

interface Place {
  kind: string;
  settings: Record<string, unknown>;
  /** What has to be entered again for another host, and is never sent back. */
  secret: string;
  put(name: string, text: string): Promise<unknown>;
  remove(name: string): Promise<unknown>;
}

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

const places: Record<string, () => Promise<Place | null>> = {
  git: async () => {
    const { createRepository, serveGit } = await helper<{
      createRepository: () => Repository;
      serveGit: (options: { root: string; token: string }) => Promise<Running>;
    }>('git/git-server');
    const repository = createRepository();
    const running = await serveGit({ root: join(repository.folder, 'served'), token: TOKEN });
    ends.push(
      () => running.close(),
      () => repository.delete(),
    );
    const push = async (change: Promise<void>) => {
      await change;
      repository.push('a change');
    };
    return {
      kind: 'git',
      secret: 'token',
      settings: { url: `${running.url}/repo.git`, token: TOKEN },
      put: (name, text) => push(repository.write(name, text)),
      remove: (name) => push(repository.remove(name)),
    };
  },
  imap: async () => {
    const { hasDovecot, startDovecot } = await helper<{
      hasDovecot: boolean;
      startDovecot: (password: string) => Promise<Dovecot>;
    }>('imap/dovecot');
    if (!hasDovecot) return null;
    const dovecot = await startDovecot(TOKEN);
    ends.push(() => dovecot.remove());
    const { tls: port, certificate } = dovecot;
    return {
      kind: 'imap',
      secret: 'password',
      settings: { host: '127.0.0.1', port, certificate, user: 'ada', password: TOKEN },
      put: async (name, text) =>
        dovecot.deliver('ada', name, `From: grace@example.org\r\nSubject: ${name}\r\n\r\n${text}\r\n`),
      remove: async (name) => dovecot.discard('ada', name),
    };
  },
  webdav: async () => {
    const { serveWebDav } = await helper<{ serveWebDav: (options: object) => Promise<Running> }>(
      'webdav/webdav-server',
    );
    const shared = join(folder, 'shared-by-webdav');
    await mkdir(shared);
    const running = await serveWebDav({ folder: shared, user: 'ada', password: TOKEN });
    ends.push(() => running.close());
    return {
      kind: 'webdav',
      secret: 'password',
      settings: { url: running.url, user: 'ada', password: TOKEN },
      put: (name, text) => writeFile(join(shared, name), text),
      remove: (name) => rm(join(shared, name)),
    };
  },
  s3: async () => {
    const { serveS3 } = await helper<{
      serveS3: (options: object) => Promise<Running & { objects: Map<string, string> }>;
    }>('s3/s3-server');
    const running = await serveS3({ bucket: 'papers', keys: { KEY: TOKEN } });
    ends.push(() => running.close());
    return {
      kind: 's3',
      secret: 'secretAccessKey',
      settings: { endpoint: running.url, bucket: 'papers', accessKeyId: 'KEY', secretAccessKey: TOKEN },
      put: async (name, text) => running.objects.set(name, text),
      remove: async (name) => running.objects.delete(name),
    };
  },
};

interface Source {
  id: string;
  state: string;
  problem: string | null;
  items: number;
}

describe('KB-10 kinds of sources, through the server', { timeout: PATIENCE }, () => {
  it.each(Object.keys(places))('%s: what changes there changes here', async (name) => {
    const place = await places[name]?.();
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
    expect(JSON.stringify([made, source])).not.toContain(TOKEN);
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
