import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createWebServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer, type LoggedIn } from './login-server.js';
import { startServerProcess } from './server-process.js';
import { installPlaces, PLACE_SECRET, sourcePlaces, type Place } from './source-places.js';
import { TestClient } from './test-client.js';
import { testStore } from './test-store.js';
import { startWebOfPages } from './web-of-pages.js';

const ECHOED = 'Quokkaberry.Zanzidrome';
/** As it appears within `x:Quokkaberry…` in Base64, whatever the preceding name. */
const ECHOED_INSIDE = Buffer.from(ECHOED).toString('base64').slice(0, 20);
const KINDS = ['git', 'imap', 'webdav', 's3'];

let folder: string;
let server: IbidServer;
let root: LoggedIn;
let bob: LoggedIn;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  await installPlaces();
  folder = await mkdtemp(join(tmpdir(), 'ibid-kinds-'));
  const started = await startLoginServer({ dataFolder: folder, privateHosts: ['127.0.0.1'] });
  ({ server, root } = started);
  bob = await started.add('bob');
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

describe('KB-10 kinds of sources, through the server', () => {
  it.each(KINDS)('%s: what changes there changes here', async (name) => {
    const place = await sourcePlaces(folder, ends)[name]?.();
    if (!place) return;
    const base = await root.client.post<{ id: string }>('/api/knowledge-bases', { name });
    const settled = async (id: string): Promise<Source> => {
      const get = () => root.client.get<Source>(`/api/sources/${id}`);
      await expect.poll(async () => (await get()).state).not.toBe('syncing');
      return get();
    };
    const sync = async (id: string) => {
      await root.client.post(`/api/sources/${id}/sync`, {});
      return settled(id);
    };
    const idOf = async (): Promise<Map<string, string>> => {
      const path = `/api/knowledge-bases/${base.id}/items?limit=100`;
      const { rows } = await root.client.get<{ rows: { id: string; name: string }[] }>(path);
      return new Map(rows.map((item) => [item.name.replace(/\.eml$/u, ''), item.id]));
    };
    const names = async () => [...(await idOf()).keys()].toSorted();
    const found = async (query: string, client = root.client) => {
      const body = { query, knowledgeBaseIds: [base.id] };
      const { rows } = await client.post<{ rows: { text?: string }[] }>('/api/search', body);
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

    // Users with whom the base is shared see it until the source is restricted to its owner.
    const sharing = { visibility: 'shared', sharedWithUsers: [bob.id] };
    await root.client.send('PATCH', `/api/knowledge-bases/${base.id}`, { sharing });
    expect(await found('Who keeps the lighthouse?', bob.client)).toContain('Mathilde');
    await root.client.send('PATCH', `/api/sources/${source.id}`, { sharing: { visibility: 'private' } });
    expect(await found('Who keeps the lighthouse?', bob.client)).not.toContain('Mathilde');

    // A copy whose name sorts first must not replace an existing item.
    await place.put('0-copy.md', 'The ferry to Niederhafen leaves at seven.');
    await place.remove('a.md');
    await place.put('c.md', 'The harbour master of Oberhafen is called Brunhilde.');
    expect(await sync(source.id)).toMatchObject({ problem: null });
    await sync(source.id);
    expect(await names()).toEqual(['0-copy.md', 'b.md', 'c.md']);
    expect(await found('Who is harbour master?')).toContain('Brunhilde');
    expect(await found('Who keeps the lighthouse?')).not.toContain('Mathilde');

    // A message does not change; moving one is tested only with the mail server.
    if (place.move) {
      await place.put('c.md', 'The harbour master of Oberhafen is called Kunigunde.');
      await sync(source.id);
      expect(await found('Who is harbour master?')).toContain('Kunigunde');
      expect(await found('Who is harbour master?')).not.toContain('Brunhilde');
      const before = await idOf();
      await place.move('c.md', 'e.md');
      expect(await sync(source.id)).toMatchObject({ problem: null });
      const after = await idOf();
      expect([after.get('e.md'), after.get('c.md')]).toEqual([before.get('c.md'), undefined]);
    }

    const all = await names();
    await place.close();
    const away = await sync(source.id);
    expect(away).toMatchObject({ state: 'failing', items: 3 });
    expect(away.problem).toMatch(/does not answer/u);
    expect(await names()).toEqual(all);
    expect(await found('Who is harbour master?')).toMatch(/Kunigunde|Brunhilde/u);
  });

  it.each(['git', 'webdav', 's3', 'imap'])('%s: a server that says back what it was told', async (kind) => {
    const echo = await startEcho();
    ends.push(echo.close);
    const url = `http://127.0.0.1:${echo.port}/shared/`;
    const settings: Record<string, Record<string, unknown>> = {
      git: { url: `${url}repo.git`, token: ECHOED },
      webdav: { url, user: 'ada', password: ECHOED },
      s3: { endpoint: url, bucket: 'papers', accessKeyId: 'KEY', secretAccessKey: ECHOED },
      imap: { host: '127.0.0.1', port: echo.imapPort, security: 'starttls', user: 'ada', password: ECHOED },
    };
    const base = await root.client.post<{ id: string }>('/api/knowledge-bases', { name: `Echo of ${kind}` });
    const told: string[] = [];
    for (const way of kind === 'imap' ? ['no'] : ['host', 'path', 'header', 'status', 'broken', 'item']) {
      echo.way = way;
      const added = await root.client.send<{ id: string }>('POST', '/api/sources', {
        kind,
        knowledgeBaseId: base.id,
        name: way,
        everyMinutes: null,
        settings: settings[kind],
      });
      expect(added.body).toMatchObject({ id: expect.any(String) });
      const { id } = added.body;
      const get = () => root.client.get<Source>(`/api/sources/${id}`);
      await expect.poll(async () => (await get()).state).not.toMatch(/syncing|waiting/u);
      told.push((await get()).problem ?? '');
      const said = JSON.stringify([
        await get(),
        await root.client.get(`/api/sources/${id}/log`),
        await root.client.get('/api/jobs?limit=100'),
        await root.client.get('/api/audit?limit=100'),
      ]).toLowerCase();
      for (const form of [ECHOED, Buffer.from(`ada:${ECHOED}`).toString('base64'), ECHOED_INSIDE])
        expect(said, way).not.toContain(form.toLowerCase());
    }
    expect(told).not.toContain('');
    // The response did contain the secret.
    if (kind !== 'imap') expect(told.join(' ')).toContain('[removed]');
    expect(echo.heard).toBeGreaterThan(0);
  });

  it('git: a repository of this machine only where folders are allowed', async () => {
    const base = await root.client.post<{ id: string }>('/api/knowledge-bases', { name: 'local' });
    const body = { knowledgeBaseId: base.id, kind: 'git', settings: { url: folder } };
    const { id } = await root.client.post<Source>('/api/sources', body);
    const get = () => root.client.get<Source>(`/api/sources/${id}`);
    await expect.poll(async () => (await get()).state).not.toBe('syncing');
    expect((await get()).problem).toMatch(/never added|may be added/u);
  });
});

/** Forwards what a server sends up to this many bytes, then nothing more until released. */
async function gate(port: number, most: number) {
  const sockets = new Set<Socket>();
  let sent = 0;
  let isOpen = false;
  const server: Server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
    near.pipe(far);
    far.on('data', (data) => {
      sent += data.length;
      if (isOpen || sent <= most) near.write(data);
      else far.pause();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = () => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    isHolding: () => !isOpen && sent > most,
    release: () => {
      isOpen = true;
      drop();
    },
    close: () => {
      drop();
      server.close();
    },
  };
}

describe('KB-10 every kind of source, killed half-way', () => {
  const COUNT = 8;
  // Words that barely compress.
  const words = (name: string) => `Notes of ${name}. ${randomBytes(9_000).toString('hex')}`;
  const names = Array.from({ length: COUNT }, (_, number) => `n${number}.md`);

  it('goes on after the start, and nothing is doubled or lost', async () => {
    const data = await mkdtemp(join(tmpdir(), 'ibid-kinds-killed-'));
    const web = await startWebOfPages();
    ends.push(() => web.close());
    const portOf = (settings: Record<string, unknown>) =>
      Number(settings['port'] ?? new URL(String(settings['url'] ?? settings['endpoint'])).port);
    const places: Pick<Place, 'kind' | 'settings'>[] = [];
    for (const name of KINDS) {
      const place = await sourcePlaces(data, ends)[name]?.();
      if (!place) continue;
      for (const each of names) await place.put(each, words(each));
      places.push(place);
    }
    const entries = names.map((name) => `<item><title>${name}</title><link>ORIGIN/${name}</link></item>`);
    for (const name of names) web.pages[`/${name}`] = `<main><h1>${name}</h1><p>${words(name)}</p></main>`;
    places.push({ kind: 'feed', settings: { url: `${web.origin}/feed.xml`, delaySeconds: 0 } });
    const kept = join(data, 'kept');
    await mkdir(kept);
    for (const name of names) await writeFile(join(kept, name), words(name));

    const gates = new Map<string, Awaited<ReturnType<typeof gate>>>();
    for (const { kind, settings } of places) {
      const held = await gate(portOf(settings), 60_000);
      gates.set(kind, held);
      ends.push(() => held.close());
    }
    web.pages['/feed.xml'] =
      `<rss version="2.0"><channel><title>Feed</title>${entries.join('')}</channel></rss>`.replaceAll(
        'ORIGIN',
        `http://127.0.0.1:${gates.get('feed')?.port}`,
      );
    const start = async () =>
      startServerProcess({ dataFolder: join(data, 'server'), ...(await testStore(data)) });
    let running = await start();
    try {
      let client = new TestClient(running.url);
      const made = new Map<string, { source: string | null; base: string }>();
      const newBase = async (name: string) =>
        (await client.post<{ id: string }>('/api/knowledge-bases', { name })).id;
      const begin = async ({ kind, settings }: Pick<Place, 'kind' | 'settings'>) => {
        const port = String(gates.get(kind)?.port);
        const through = Object.fromEntries(
          Object.entries(settings).map(([key, value]) => [
            key,
            key === 'port'
              ? Number(port)
              : key === 'url' || key === 'endpoint'
                ? String(value).replace(/:\d+/u, `:${port}`)
                : value,
          ]),
        );
        const base = await newBase(kind);
        const body = { knowledgeBaseId: base, kind, settings: through };
        made.set(kind, { source: (await client.post<Source>('/api/sources', body)).id, base });
        await expect.poll(() => gates.get(kind)?.isHolding(), { message: kind, interval: 20 }).toBe(true);
      };
      // One after another: a source that waits too long counts as not answering.
      for (const [index, place] of places.entries()) {
        await begin(place);
        if (index === places.length - 1) {
          const base = await newBase('folder');
          made.set('folder', { source: null, base });
          await client.post(`/api/knowledge-bases/${base}/folders`, { path: kept, keep: true });
        }
        await running.end('SIGKILL');
        gates.get(place.kind)?.release();
        running = await start();
        client = new TestClient(running.url);
      }
      for (const [kind, { source, base: own }] of made) {
        if (source !== null)
          await expect
            .poll(
              async () => (await client.get<{ syncedAt: string | null }>(`/api/sources/${source}`)).syncedAt,
              { message: kind },
            )
            .not.toBeNull();
        const path = `/api/knowledge-bases/${own}/items?limit=100`;
        const seen = async () =>
          (await client.get<{ rows: { name: string }[] }>(path)).rows
            .map(({ name }) => /n\d\.md/u.exec(name)?.[0] ?? name)
            .toSorted();
        await expect.poll(seen, { message: kind }).toEqual(names);
      }
    } finally {
      await running.end('SIGKILL');
      await rm(data, { recursive: true, force: true });
    }
  });
});

/** Servers that echo the credentials they were given or know, wherever a response has room for it. */
async function startEcho() {
  const state = { way: '', heard: 0, port: 0, imapPort: 0, close: () => {} };
  const web = createWebServer((request, response) => {
    state.heard += 1;
    const sent = request.headers.authorization?.replace(/^\w+ /u, '') ?? '';
    const list = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>/shared/a.txt</d:href>
      <d:propstat><d:prop><d:getetag>"1"</d:getetag><d:resourcetype/></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
      </d:response></d:multistatus>`;
    const objects =
      '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>a.txt</Key><Size>3</Size><ETag>"1"</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>';
    const isFirst = !(request.url ?? '').includes('told');
    const leads = (location: string) => response.writeHead(302, { location }).end();
    if (state.way === 'host' && isFirst) return leads(`http://${ECHOED}.example/`);
    if (state.way === 'path' && isFirst) return leads(`/told/${ECHOED}/x`);
    if (state.way === 'header' && isFirst)
      return leads(
        `/told/${encodeURIComponent(sent.slice(0, 200))}/${Buffer.from(`ada:${ECHOED}`).toString('base64')}`,
      );
    if (state.way === 'broken') return response.writeHead(207).end(`<${ECHOED}>`);
    if (state.way === 'item' && request.method === 'PROPFIND') return response.writeHead(207).end(list);
    if (state.way === 'item' && request.url?.includes('list-type')) return response.end(objects);
    if (state.way === 'item') return leads(`http://${ECHOED}.example/`);
    return response.writeHead(state.way === 'status' ? 500 : 404, ECHOED).end(ECHOED);
  });
  const imap = createServer((socket) => {
    socket.write('* OK ready\r\n');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      state.heard += 1;
      const [tag] = String(bytes).split(' ');
      socket.write(`${tag} NO ${ECHOED} ${Buffer.from(`\0ada\0${ECHOED}`).toString('base64')}\r\n`);
    });
  });
  for (const one of [web, imap]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  state.port = (web.address() as AddressInfo).port;
  state.imapPort = (imap.address() as AddressInfo).port;
  state.close = () => {
    web.closeAllConnections();
    web.close();
    imap.close();
  };
  return state;
}
