import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectorError, defineConnector } from '@ibid/retrieval/internal';
import { ConnectedSourceRepository, openDatabase } from '@ibid/store/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { IbidServer } from '../create-server.js';
import { startLoginServer, type LoggedIn } from './login-server.js';
import { startServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { onPostgres, testStore } from './test-store.js';
import { linksTo, startWebOfPages, type WebOfPages } from './web-of-pages.js';

interface Source {
  id: string;
  name: string;
  state: string;
  problem: string | null;
  asksToDelete: boolean;
  items: number;
  failed: number;
  failures: { name: string; reason: string }[];
  nextAt: string | null;
  syncedAt: string | null;
  settings: Record<string, unknown>;
  secretsGiven: string[];
  job: { id: string; state: string } | null;
}
interface Item {
  id: string;
  name: string;
  title: string;
  url: string | null;
}

/** A custom kind that decides by itself who may see what. */
const shelf = new Map<string, { text: string; readers: string[] | null }>();
const shelfReads: string[] = [];
const shelfKind = defineConnector({
  kind: 'shelf',
  label: 'Shelf',
  description: 'What lies on the shelf.',
  settings: z.object({
    host: z.string().meta({ title: 'Host' }),
    password: z.string().meta({ title: 'Password' }),
  }),
  secrets: ['password'],
  open: async ({ password }) => {
    if (password !== 'open sesame') throw new ConnectorError('refused', 'The password is not accepted.');
    return {
      async *list() {
        for (const [id, { text }] of shelf)
          yield { type: 'item' as const, item: { id, revision: String(text.length), name: id } };
        return { cursor: null, complete: true };
      },
      read: async ({ id }) => {
        shelfReads.push(id);
        return { bytes: new TextEncoder().encode(shelf.get(id)?.text) };
      },
      visibleTo: async ({ id }) => {
        const readers = shelf.get(id)?.readers ?? null;
        return readers && { visibility: 'shared', sharedWithUsers: readers, sharedWithRoles: [] };
      },
    };
  },
});

let folder: string;
let server: IbidServer;
let web: WebOfPages;
let root: LoggedIn;
let bob: LoggedIn;
let baseId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-sources-'));
  web = await startWebOfPages();
  const started = await startLoginServer({
    dataFolder: folder,
    privateHosts: ['127.0.0.1'],
    connectors: [shelfKind],
  });
  ({ server, root } = started);
  bob = await started.add('bob');
  baseId = (await root.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Web' })).id;
});
afterAll(async () => {
  await server.close();
  web.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (id: string, client = root.client) => client.get<Source>(`/api/sources/${id}`);
const settled = async (id: string, client = root.client): Promise<Source> => {
  await expect.poll(async () => (await get(id, client)).state).not.toBe('syncing');
  return get(id, client);
};
const add = async (kind: string, settings: object, more: object = {}): Promise<Source> => {
  const body = { knowledgeBaseId: baseId, kind, settings, ...more };
  return settled((await root.client.post<Source>('/api/sources', body)).id);
};
const sync = async (id: string, client = root.client): Promise<Source> => {
  await client.post(`/api/sources/${id}/sync`, {});
  return settled(id, client);
};
const items = async (client = root.client, base = baseId): Promise<Item[]> =>
  (await client.get<{ rows: Item[] }>(`/api/knowledge-bases/${base}/items?limit=100`)).rows;
const titles = async (client = root.client) => (await items(client)).map(({ title }) => title).toSorted();
const found = async (query: string, client = root.client) =>
  (await client.post<{ rows: { title: string; url: string }[] }>('/api/search', { query })).rows;
const log = async (id: string) =>
  (await root.client.get<{ rows: { text: string; level: string }[] }>(`/api/sources/${id}/log`)).rows;
const page = (title: string, text: string, links = '') =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links}</main></body></html>`;

describe('KB-10 a web site as a source', () => {
  let site: Source;

  it('is taken in, and the sources of an answer lead to the page', async () => {
    web.pages['/docs/'] = page('Start', 'Everything about the harbour.', linksTo('tides', 'fees'));
    web.pages['/docs/tides'] = page('Tides', 'The tide turns at noon in Oberhafen.');
    web.pages['/docs/fees'] = page('Fees', 'The mooring fee in Oberhafen is 40 crowns a day.');
    site = await add('site', { url: `${web.origin}/docs/`, delaySeconds: 0 });
    expect(site).toMatchObject({ state: 'waiting', problem: null, items: 3 });
    expect(site.name).toBe(`${new URL(web.origin).host}/docs`);
    expect(await titles()).toEqual(['Fees', 'Start', 'Tides']);
    const [hit] = await found('When does the tide turn?');
    expect(hit).toMatchObject({ title: 'Tides', url: `${web.origin}/docs/tides` });
    const { id } = await root.client.newConversation();
    const { turnId } = await root.client.ask(id, 'What is the mooring fee in Oberhafen?');
    const turn = async () => (await root.client.get<{ status: string }>(`/api/turns/${turnId}`)).status;
    await expect.poll(turn).toBe('complete');
    const { cited, retrieved } = await root.client.get<Record<string, { url?: string }[]>>(
      `/api/conversations/${id}/sources`,
    );
    expect([...cited!, ...retrieved!].map(({ url }) => url)).toContain(`${web.origin}/docs/fees`);
  });

  it('follows what is added, changed, moved and deleted there', async () => {
    const before = new Map((await items()).map(({ title, id }) => [title, id]));
    web.pages['/docs/'] = page('Start', 'Everything about the harbour.', linksTo('times', 'new'));
    web.pages['/docs/new'] = page('Pilots', 'Pilots come aboard at the outer buoy.');
    web.pages['/docs/times'] = web.pages['/docs/tides'] ?? '';
    delete web.pages['/docs/tides'];
    delete web.pages['/docs/fees'];
    expect(await sync(site.id)).toMatchObject({ state: 'waiting', items: 3 });
    const after = await items();
    expect(after.map(({ title }) => title).toSorted()).toEqual(['Pilots', 'Start', 'Tides']);
    expect(after.find(({ title }) => title === 'Tides')).toMatchObject({
      id: before.get('Tides'),
      url: `${web.origin}/docs/times`,
    });
    expect(await found('mooring fee')).toEqual([]);
    const [line] = await log(site.id);
    expect(line?.text).toBe('Synced: 1 added, 1 changed, 1 moved, 1 removed, 0 unchanged, 0 failed.');
  });

  it('is told when it is away, loses nothing, and is tried again', async () => {
    web.away(true);
    const failed = await sync(site.id);
    expect(failed.state).toBe('failing');
    expect(failed.problem).toContain('does not answer');
    expect(Date.parse(failed.nextAt ?? '')).toBeLessThan(Date.now() + 3 * 60_000);
    expect(await titles()).toEqual(['Pilots', 'Start', 'Tides']);
    expect((await log(site.id))[0]).toMatchObject({ level: 'error' });
    web.away(false);
    expect(await sync(site.id)).toMatchObject({ state: 'waiting', problem: null });
    expect((await log(site.id))[0]?.text).toContain('3 unchanged');
  });

  it('is paused and goes on, is shown to whom it is shared with, and no longer when that is withdrawn', async () => {
    await root.client.send('PATCH', `/api/knowledge-bases/${baseId}`, {
      sharing: { visibility: 'shared', sharedWithUsers: [bob.id] },
    });
    expect(await found('pilots', bob.client)).toHaveLength(1);
    const change = (body: object) => root.client.send<Source>('PATCH', `/api/sources/${site.id}`, body);
    await change({ sharing: { visibility: 'private' } });
    expect(await found('pilots', bob.client)).toEqual([]);
    expect(await titles(bob.client)).toEqual([]);
    web.pages['/docs/new'] = page('Pilots', 'Pilots come aboard at the inner buoy.');
    await sync(site.id);
    expect(await found('inner buoy')).not.toEqual([]);
    expect(await found('inner buoy', bob.client)).toEqual([]);
    expect((await change({ isPaused: true })).body).toMatchObject({ state: 'paused', nextAt: null });
    const refused = await root.client.send('POST', `/api/sources/${site.id}/sync`, {});
    expect(refused).toMatchObject({ status: 409, body: { code: 'source_paused' } });
    await change({ isPaused: false, sharing: null });
    await settled(site.id);
    expect(await found('inner buoy', bob.client)).toHaveLength(1);
  });

  it('is removed with what came from it', async () => {
    const { status } = await root.client.send('DELETE', `/api/sources/${site.id}`);
    expect(status).toBe(204);
    expect(await titles()).toEqual([]);
    expect((await root.client.get<{ rows: Source[] }>('/api/sources')).rows).toEqual([]);
  });
});

describe('KB-10 a feed as a source', () => {
  it('brings its entries, keeps older ones, and lets go of what was withdrawn', async () => {
    const entry = (number: number, text: string) =>
      `<item><guid>${number}</guid><title>News ${number}</title><pubDate>0${number} May 2024 08:00:00 GMT</pubDate><description>${text}</description></item>`;
    const write = (...entries: string[]) => {
      web.pages['/news'] = `<rss><channel>${entries.join('')}</channel></rss>`;
    };
    write(entry(1, 'The crane is repaired.'), entry(2, 'The ferry is late.'));
    const feed = await add('feed', { url: `${web.origin}/news`, content: 'entry' });
    expect(await titles()).toEqual(['News 1', 'News 2']);
    write(entry(2, 'The ferry is on time.'), entry(3, 'A new pier.'), entry(4, 'Fog.'));
    await sync(feed.id);
    expect(await titles()).toEqual(['News 1', 'News 2', 'News 3', 'News 4']);
    expect(await found('ferry on time')).not.toEqual([]);
    write(entry(2, 'The ferry is on time.'), entry(4, 'Fog.'));
    await sync(feed.id);
    expect(await titles()).toEqual(['News 1', 'News 2', 'News 4']);
    web.away(true);
    expect((await sync(feed.id)).problem).toContain('does not answer');
    expect(await titles()).toEqual(['News 1', 'News 2', 'News 4']);
    web.away(false);
    await root.client.send('PATCH', `/api/sources/${feed.id}`, { sharing: { visibility: 'private' } });
    expect(await titles(bob.client)).toEqual([]);
    await root.client.send('DELETE', `/api/sources/${feed.id}?items=keep`);
    expect(await titles()).toEqual(['News 1', 'News 2', 'News 4']);
    for (const { id } of await items()) await root.client.send('DELETE', `/api/items/${id}`);
  });
});

describe('KB-10 a kind that was plugged in', () => {
  it('says what is to be filled in, and keeps its secrets', async () => {
    const { rows } = await root.client.get<{ rows: { kind: string; fields: object[] }[] }>(
      '/api/source-kinds',
    );
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['site', 'feed', 'shelf']));
    expect(rows.find(({ kind }) => kind === 'shelf')?.fields).toMatchObject([
      { name: 'host', isRequired: true, isSecret: false },
      { name: 'password', title: 'Password', isRequired: true, isSecret: true },
    ]);
    shelf.set('one.txt', { text: 'The lighthouse is red.', readers: null });
    const wrong = await add('shelf', { host: 'shelf.test', password: 'hocus pocus' }, { everyMinutes: 5 });
    expect(wrong).toMatchObject({ state: 'failing', problem: 'The password is not accepted.', items: 0 });
    const change = (body: object) => root.client.send<Source>('PATCH', `/api/sources/${wrong.id}`, body);
    const given = await change({ settings: { host: 'shelf.test', password: 'open sesame' } });
    expect(JSON.stringify(given.body)).not.toContain('sesame');
    expect(given.body.secretsGiven).toEqual(['password']);
    expect(await settled(wrong.id)).toMatchObject({ state: 'waiting', items: 1 });
    const elsewhere = await change({ settings: { host: 'elsewhere.test' } });
    expect(elsewhere).toMatchObject({ status: 400, body: { code: 'key_needed' } });
    const clear = {
      kind: 'webdav',
      settings: { url: 'https://dav.test/', user: 'ann', password: 'hocus pocus' },
    };
    const dav = await add(clear.kind, clear.settings, { everyMinutes: null });
    for (const [url, status] of [
      ['https://dav.test/papers/', 200],
      ['http://dav.test/papers/', 400],
      ['https://dav.test:8443/papers/', 400],
    ] as const) {
      const moved = await root.client.send('PATCH', `/api/sources/${dav.id}`, {
        settings: { url, user: 'ann' },
      });
      expect([url, moved.status]).toEqual([url, status]);
    }
    await root.client.send('DELETE', `/api/sources/${dav.id}?items=delete`);
    for (const name of await readdir(folder))
      if (/\.(db|sqlite)/u.test(name))
        expect((await readFile(join(folder, name))).includes('open sesame')).toBe(false);
    const audit = JSON.stringify(await root.client.get('/api/audit'));
    expect(audit).toContain('source.add');
    expect(audit).toContain('source.remove');
    expect(audit).not.toMatch(/sesame|pocus/u);
  });

  it('gives each item to those who may see it there, and takes it away with the right', async () => {
    const [source] = (await root.client.get<{ rows: Source[] }>('/api/sources')).rows;
    shelf.set('two.txt', { text: 'The keeper lives in the tower.', readers: [bob.id] });
    shelf.set('one.txt', { text: 'The lighthouse is red.', readers: [] });
    await sync(source!.id);
    expect(await found('keeper tower', bob.client)).toHaveLength(1);
    expect(await found('lighthouse', bob.client)).toEqual([]);
    shelf.set('two.txt', { text: 'The keeper lives in the tower.', readers: [] });
    await sync(source!.id);
    expect(await found('keeper tower', bob.client)).toEqual([]);
    shelf.delete('two.txt');
    await sync(source!.id);
    expect((await items()).map(({ name }) => name)).toEqual(['one.txt']);
  });

  it('ORG-5 counts as storage of whom the base belongs to, and stops where that is full', async () => {
    const standing = async () =>
      (await root.client.get<{ rows: { name: string; used: number }[] }>('/api/budget')).rows.find(
        ({ name }) => name === 'storageBytes',
      )!.used;
    const before = await standing();
    shelf.clear();
    for (const name of ['a.txt', 'b.txt']) shelf.set(name, { text: name.repeat(200), readers: null });
    const { id } = await add('shelf', { host: 'shelf.test', password: 'open sesame' });
    expect(await standing()).toBe(before + 2_000);
    await root.client.send('PUT', `/api/users/${root.id}/budget`, { storageBytes: before + 2_500 });
    shelf.set('c.txt', { text: 'c'.repeat(1_000), readers: null });
    expect(await sync(id)).toMatchObject({ items: 2, problem: expect.stringContaining('is full') as string });
    await root.client.send('PUT', `/api/users/${root.id}/budget`, {});
    expect(await sync(id)).toMatchObject({ items: 3, problem: null });
    await root.client.send('DELETE', `/api/sources/${id}?items=delete`);
  });

  it('is refused with words for what is wrong', async () => {
    const post = (body: object) =>
      root.client.send('POST', '/api/sources', { knowledgeBaseId: baseId, ...body });
    expect(await post({ kind: 'gopher', settings: {} })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Choose one of: site, feed') as string },
    });
    expect(await post({ kind: 'site', settings: { url: 'nonsense' } })).toMatchObject({ status: 400 });
    // A token may take the place of the user name or the password.
    for (const url of ['http://me:secret@x.test/', 'http://ghp_secret@x.test/'])
      for (const kind of ['site', 'feed', 'git'])
        expect(await post({ kind, settings: { url } })).toMatchObject({
          status: 400,
          body: { code: 'invalid_setting' },
        });
    const inside = await add('feed', { url: 'http://10.0.0.8/feed' }, { everyMinutes: null });
    expect(inside.problem).toContain('IBID_PRIVATE_HOSTS');
    // ORG-5: only hosts listed by an administrator may be reached.
    const listed = (reachableHosts: string[] | null) =>
      root.client.send('PUT', '/api/settings', { system: { reachableHosts } });
    await listed(['docs.example']);
    const unlisted = await add('feed', { url: 'http://127.0.0.1:9/feed' }, { everyMinutes: null });
    expect(unlisted.problem).toContain('not on the list of hosts');
    await listed(null);
    expect((await sync(unlisted.id)).problem).not.toContain('not on the list of hosts');
    const others = await bob.client.send('GET', `/api/sources/${inside.id}`);
    expect(others.status).toBe(404);
  });
});

describe('KB-10 a source that is not as it should be', () => {
  const open = { host: 'shelf.test', password: 'open sesame' };
  let own: string;
  let onShelf: Source;
  const sent = async (kind: string, settings: object): Promise<Source> => {
    const body = { knowledgeBaseId: own, kind, settings, everyMinutes: null };
    return settled((await root.client.post<Source>('/api/sources', body)).id);
  };
  const syncWith = async (id: string, query: string): Promise<Source> => {
    await root.client.post(`/api/sources/${id}/sync?${query}`, {});
    return settled(id);
  };
  const names = async () => (await items(root.client, own)).map(({ name }) => name).toSorted();
  beforeAll(async () => {
    own = (await root.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Troubles' })).id;
    shelf.clear();
  });

  it('says that nothing of it could be read, what and why, and tries again when asked', async () => {
    shelf.set('log.pdf', { text: '%PDF-1.7 and no more of it', readers: null });
    shelf.set('map.docx', { text: 'PK\u0003\u0004 and no more of it', readers: null });
    onShelf = await sent('shelf', open);
    expect(onShelf).toMatchObject({
      state: 'failing',
      problem: 'None of its 2 documents could be read.',
      items: 0,
      failed: 2,
      failures: [
        { name: 'log.pdf', reason: expect.stringMatching(/\w+/u) as string },
        { name: 'map.docx', reason: expect.stringMatching(/\w+/u) as string },
      ],
    });
    shelfReads.length = 0;
    expect(await sync(onShelf.id)).toMatchObject({ state: 'failing', failed: 2 });
    expect(shelfReads).toEqual([]);
    expect(await syncWith(onShelf.id, 'failed=retry')).toMatchObject({ failed: 2 });
    expect(shelfReads.toSorted()).toEqual(['log.pdf', 'map.docx']);
    shelf.set('note.txt', { text: 'The pier is closed.', readers: null });
    shelf.delete('map.docx');
    expect(await sync(onShelf.id)).toMatchObject({ state: 'waiting', problem: null, items: 1, failed: 1 });
  });

  it('reads everything anew with other settings, whatever the revisions say', async () => {
    shelfReads.length = 0;
    await root.client.send('PATCH', `/api/sources/${onShelf.id}`, { settings: open });
    expect(await settled(onShelf.id)).toMatchObject({ items: 1, failed: 1 });
    expect(shelfReads.toSorted()).toEqual(['log.pdf', 'note.txt']);
  });

  it('keeps what is missing all at once until it is back or somebody lets it go', async () => {
    shelf.clear();
    for (let number = 1; number <= 5; number += 1)
      shelf.set(`n${number}.txt`, { text: `Note ${number} of the pier.`, readers: null });
    await sync(onShelf.id);
    const all = await names();
    expect(all).toHaveLength(5);
    const kept = new Map(shelf);
    shelf.clear();
    expect(await sync(onShelf.id)).toMatchObject({
      state: 'failing',
      asksToDelete: true,
      problem: expect.stringContaining('5 of 5 documents suddenly went missing') as string,
    });
    expect(await names()).toEqual(all);
    for (const [id, note] of kept) shelf.set(id, note);
    expect(await sync(onShelf.id)).toMatchObject({ state: 'waiting', asksToDelete: false, items: 5 });
    shelf.clear();
    await sync(onShelf.id);
    expect(await syncWith(onShelf.id, 'missing=delete')).toMatchObject({ state: 'waiting', items: 0 });
    expect(await names()).toEqual([]);
  });

  it('does not take a notice of repair at every address of a site for its pages', async () => {
    web.pages['/sitemap.xml'] =
      `<urlset>${['', 'a', 'b'].map((name) => `<url><loc>${web.origin}/guide/${name}</loc></url>`).join('')}</urlset>`;
    web.pages['/guide/'] = page('Guide', 'All about the lock.', linksTo('a', 'b'));
    web.pages['/guide/a'] = page('Lock gate', 'The gate opens at six.');
    web.pages['/guide/b'] = page('Lock keeper', 'The keeper is called Elin.');
    const site = await sent('site', { url: `${web.origin}/guide/`, delaySeconds: 0 });
    expect(site).toMatchObject({ items: 3 });
    const before = { ...web.pages };
    for (const address of ['/guide/', '/guide/a', '/guide/b'])
      web.pages[address] = page('Repairs', 'We are back soon.');
    expect(await sync(site.id)).toMatchObject({
      asksToDelete: true,
      problem: expect.stringContaining('no longer links to any other page') as string,
    });
    const kept = async () => (await items(root.client, own)).map(({ title }) => title).toSorted();
    expect(await kept()).toEqual(['Guide', 'Lock gate', 'Lock keeper']);
    Object.assign(web.pages, before);
    expect(await sync(site.id)).toMatchObject({ state: 'waiting', problem: null, items: 3 });
    for (const address of ['/sitemap.xml', '/guide/a', '/guide/b']) delete web.pages[address];
    web.pages['/guide/'] = page('Guide', 'Closed for good.');
    expect(await syncWith(site.id, 'missing=delete')).toMatchObject({ state: 'waiting', items: 1 });
    expect(await kept()).toEqual(['Guide']);
  });
});

describe('KB-10 a source that two servers begin to read at once', () => {
  it.skipIf(onPostgres)('is read by the job that one has claimed and not stored yet', async () => {
    web.pages['/once/'] = page('Once', 'Read once.');
    const source = await add('site', { url: `${web.origin}/once/`, delaySeconds: 0 });
    const claimed = 'claimed-and-not-stored-yet';
    const database = await openDatabase({ folder });
    const sources = new ConnectedSourceRepository(database.db);
    expect(await sources.claim({ id: source.id, jobId: source.job?.id ?? null }, claimed)).toBe(true);
    await database.close();
    const { jobId } = await root.client.post<{ jobId: string }>(`/api/sources/${source.id}/sync`, {});
    expect(jobId).toBe(claimed);
    expect(await settled(source.id)).toMatchObject({ items: 1, job: { id: claimed } });
  });
});

describe('KB-10 a run that was killed half-way', () => {
  it('goes on where it was, and nothing is doubled or lost', async () => {
    const data = await mkdtemp(join(tmpdir(), 'ibid-sources-killed-'));
    const names = Array.from({ length: 60 }, (_, number) => `p${number}`);
    web.pages['/big/'] = page('Start', 'Sixty pages.', linksTo(...names));
    for (const name of names) web.pages[`/big/${name}`] = page(`Page ${name}`, `Words of ${name}.`);
    let isHeld = true;
    web.pages['/big/p40'] = (response) => {
      if (!isHeld) response.setHeader('content-type', 'text/html').end(page('Page p40', 'Words of p40.'));
    };
    const start = async () => startServerProcess({ dataFolder: data, ...(await testStore(data)) });
    let running = await start();
    try {
      let client = new TestClient(running.url);
      const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Big' });
      const { id } = await client.post<Source>('/api/sources', {
        knowledgeBaseId: base.id,
        kind: 'site',
        settings: { url: `${web.origin}/big/`, delaySeconds: 0 },
      });
      await expect.poll(() => web.asked.includes('/big/p40')).toBe(true);
      await running.end('SIGKILL');
      web.asked.length = 0;
      isHeld = false;
      running = await start();
      client = new TestClient(running.url);
      await expect.poll(async () => (await get(id, client)).syncedAt).not.toBeNull();
      const all = await items(client, base.id);
      expect(all).toHaveLength(61);
      expect(new Set(all.map(({ title }) => title)).size).toBe(61);
      // It had passed the first checkpoint.
      expect(web.asked).not.toContain('/big/p3');
      expect(web.asked).toContain('/big/p59');
    } finally {
      await running.end('SIGKILL');
      await rm(data, { recursive: true, force: true });
    }
  });
});
