import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, Mirror, openKind } from '../mirror.test-helper.js';
import { serve, type TestServer } from '../test-server.test-helper.js';
import { webdavConnector } from './webdav-connector.js';
import { serveWebDav } from './webdav-server.test-helper.js';

const login = { user: 'ada', password: 'correct horse' };
let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-webdav-'));
  server = await serveWebDav({ folder, ...login });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
const write = async (path: string, text: string) => {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), text);
};
const open = (path = '/', settings: Record<string, unknown> = {}) =>
  openKind(webdavConnector, { url: server.url + path, ...login, ...settings });

describe('KB-10 WebDAV', () => {
  it('follows what is added, changed, moved and deleted, and reads the rest no second time', async () => {
    await write('docs/a.md', 'first');
    await write('docs/deep/er/b c & ä+.md', 'second');
    await write('docs/gone.md', 'third');
    await write('elsewhere.md', 'not below the folder');
    const mirror = new Mirror();
    await mirror.run(await open('/docs'));
    expect(mirror.texts).toEqual({
      'a.md': 'first',
      'deep/er/b c & ä+.md': 'second',
      'gone.md': 'third',
    });
    expect(mirror.kept.get('a.md')?.item).toMatchObject({
      name: 'a.md',
      size: 5,
      url: `${server.url}/docs/a.md`,
    });
    await mirror.run(await open('/docs/'));
    expect(mirror.reads).toEqual([]);

    await write('docs/a.md', 'changed');
    await rm(join(folder, 'docs/gone.md'));
    await rename(join(folder, 'docs/deep/er'), join(folder, 'docs/moved'));
    await mirror.run(await open('/docs'));
    expect(mirror.texts).toEqual({ 'a.md': 'changed', 'moved/b c & ä+.md': 'second' });
    expect(mirror.reads.toSorted()).toEqual(['a.md', 'b c & ä+.md']);
  });

  it('goes on after a kill, and stops at its limit', async () => {
    for (let n = 0; n < 12; n++) await write(`many/${n % 3}/${n}.txt`, `${n}`);
    const mirror = new Mirror();
    await mirror.run(await open('/many'), { stopAfter: 5 });
    expect(mirror.kept.size).toBe(5);
    await mirror.run(await open('/many'));
    expect([mirror.kept.size, mirror.reads.length]).toEqual([12, 7]);
    const limited = new Mirror();
    await limited.run(await open('/many', { maxItems: 4 }));
    expect([limited.kept.size, limited.complete]).toEqual([4, false]);
    const small = new Mirror();
    await small.run(await open('/many'), { maxBytes: 1 });
    expect(small.kept.size).toBe(10);
    expect(small.failures).toContain('11.txt: too-large: 11.txt is larger than 1 bytes.');
  });

  it('says what to do about a wrong password, a wrong address and a server that is away', async () => {
    const refused = await failureOf(new Mirror().run(await open('/', { password: 'wrong horse' })));
    expect(refused.problem).toBe('refused');
    expect(refused.message).toContain('app password');
    expect(refused.message).not.toContain('horse');
    expect((await failureOf(new Mirror().run(await open('/nowhere')))).problem).toBe('settings');
    const inUrl = openKind(webdavConnector, { url: server.url.replace('//', '//ada:horse@') });
    expect((await failureOf(inUrl)).message).not.toContain('horse');

    await write('away/a.md', 'kept');
    const mirror = new Mirror();
    await mirror.run(await open('/away'));
    const { port } = new URL(server.url);
    await server.close();
    expect((await failureOf(mirror.run(await open('/away')))).problem).toBe('away');
    expect(mirror.texts).toEqual({ 'a.md': 'kept' });
    server = await serveWebDav({ folder, ...login, port: Number(port) });
    await mirror.run(await open('/away'));
    expect([mirror.texts, mirror.reads]).toEqual([{ 'a.md': 'kept' }, []]);
  });
});

describe('KB-10 a WebDAV server that means harm', () => {
  const hostile = async (listener: RequestListener, settings: Record<string, unknown> = {}) => {
    const bad = await serve(listener);
    try {
      const mirror = new Mirror();
      const connector = await openKind(webdavConnector, { url: `${bad.url}/dav/`, ...login, ...settings });
      const failure = await mirror.run(connector).then(
        () => null,
        (error: unknown) => failureOf(Promise.reject(error as Error)),
      );
      return { mirror, failure };
    } finally {
      await bad.close();
    }
  };
  const entry = (href: string, isFolder = false) =>
    `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:resourcetype>${isFolder ? '<d:collection/>' : ''}</d:resourcetype><d:getetag>1</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
  const multistatus = (entries: string) =>
    `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${entries}</d:multistatus>`;

  it('asks for nothing outside the folder, whatever the server names', async () => {
    const asked: string[] = [];
    const hrefs = [
      '/dav/../etc/passwd',
      '/dav/..%2F..%2Fetc',
      '/other/file',
      '/dav/a/b',
      '/dav/',
      'file:///x',
      '/dav/%',
    ];
    const { mirror } = await hostile((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.method !== 'PROPFIND') return void response.end('text');
      response
        .writeHead(207)
        .end(multistatus(hrefs.map((href) => entry(href)).join('') + entry('/dav/ok.md')));
    });
    expect(mirror.reads).toEqual(['ok.md']);
    expect(asked).toEqual(['PROPFIND /dav/', 'GET /dav/ok.md']);
  });

  it('forgets what the user may no longer see, and nothing that cannot be told now', async () => {
    const mirror = new Mirror();
    let status = 207;
    const changing = await serve((request, response) => {
      if (request.method !== 'PROPFIND') return void response.end('text');
      if (request.url === '/dav/closed/')
        return void response.writeHead(status).end(multistatus(entry('/dav/closed/secret.md')));
      const hidden = entry('/dav/hidden.md').replace('200 OK', status === 207 ? '200 OK' : `${status} No`);
      response.writeHead(207).end(multistatus(hidden + entry('/dav/open.md') + entry('/dav/closed/', true)));
    });
    const run = async () => mirror.run(await openKind(webdavConnector, { url: `${changing.url}/dav` }));
    await run();
    const all = ['hidden.md', 'open.md', 'closed/secret.md'];
    expect(Object.keys(mirror.texts)).toEqual(all);
    status = 503;
    expect((await failureOf(run())).problem).toBe('away');
    status = 401; // A password that stops working halfway is no reason to delete anything.
    expect((await failureOf(run())).problem).toBe('refused');
    expect(Object.keys(mirror.texts)).toEqual(all);
    status = 403;
    await run();
    expect(Object.keys(mirror.texts)).toEqual(['open.md']);
    expect(mirror.notes).toEqual(['Left out: the folder closed/ (403).']);
    await changing.close();
  });

  it('deletes nothing when the password stops working half-way', async () => {
    const mirror = new Mirror();
    let status = 200;
    let etag = 1;
    const changing = await serve((request, response) => {
      if (request.method !== 'PROPFIND') return void response.writeHead(status).end('text');
      const entries = entry('/dav/a.md') + entry('/dav/b.md');
      response.writeHead(207).end(multistatus(entries.replaceAll('getetag>1', `getetag>${etag}`)));
    });
    const run = async () => mirror.run(await openKind(webdavConnector, { url: `${changing.url}/dav` }));
    await run();
    [status, etag] = [401, 2];
    expect((await failureOf(run())).problem).toBe('away');
    expect(mirror.kept.size).toBe(2);
    status = 403;
    await run();
    expect(mirror.kept.size).toBe(0);
    await changing.close();
  });

  it('asks for names with odd characters as the server wrote them', async () => {
    const asked: string[] = [];
    const { mirror } = await hostile((request, response) => {
      asked.push(request.url ?? '');
      if (request.method !== 'PROPFIND') return void response.end('text');
      const isRoot = request.url === '/dav/';
      response
        .writeHead(207)
        .end(
          multistatus(
            isRoot ? entry('/dav/50%25%20%23/', true) : entry('http://proxy.test/dav/50%25 %23/a%3F.md'),
          ),
        );
    });
    expect(mirror.texts).toEqual({ '50% #/a?.md': 'text' });
    expect(asked).toEqual(['/dav/', '/dav/50%25%20%23/', '/dav/50%25%20%23/a%3F.md']);
  });

  it('ends in folders that go on for ever, each in the next', async () => {
    let asked = 0;
    const { mirror, failure } = await hostile((request, response) => {
      asked += 1;
      response.writeHead(207).end(multistatus(entry(`${request.url}deeper/`, true)));
    });
    expect([failure, mirror.kept.size]).toEqual([null, 0]);
    expect(asked).toBeLessThan(60);
  });

  it('ends in a folder with entries without end', async () => {
    const { mirror } = await hostile(
      (request, response) => {
        if (request.method !== 'PROPFIND') return void response.end('text');
        response.writeHead(207).write('<d:multistatus xmlns:d="DAV:">');
        let n = 0;
        const timer = setInterval(() => response.write(entry(`/dav/${n++}.txt`)), 1);
        response.on('close', () => clearInterval(timer));
      },
      { maxItems: 20 },
    );
    expect([mirror.kept.size, mirror.complete]).toEqual([20, false]);
  });

  it('reads no XML that expands, nests or grows without end', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;&a;&a;">]>`;
    const expanded = await hostile((request, response) => {
      if (request.method !== 'PROPFIND') return void response.end('text');
      response
        .writeHead(207)
        .end(`<?xml version="1.0"?>${bomb}<multistatus>${entry('/dav/&b;.md')}</multistatus>`);
    });
    expect(expanded.mirror.reads.join('')).not.toContain('xxxx');
    const nested = await hostile((_request, response) => response.writeHead(207).end('<a>'.repeat(5000)));
    expect(nested.failure?.message).toContain('nested');
    const cut = await hostile((_request, response) =>
      response.writeHead(207).end(`<multistatus>${entry('/dav/a.md')}`),
    );
    expect(cut.failure?.problem).toBe('away');
  });

  it('sends the password to no other host', async () => {
    const asked: unknown[] = [];
    const inside = await serve((request, response) => {
      asked.push(request.headers);
      response.end();
    });
    const { failure } = await hostile((_request, response) =>
      response.writeHead(301, { location: `${inside.url}/dav/` }).end(),
    );
    await inside.close();
    expect(failure?.problem).toBe('settings');
    expect(asked).toEqual([]);
  });
});
