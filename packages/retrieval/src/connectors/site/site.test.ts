import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorEvent, ConnectorItem, ListEnd } from '../connector.js';
import { guardedNetwork } from '../guarded-network.js';
import { pageAddress } from './page-address.js';
import { readRobots } from './robots.js';
import { scanHtml } from './scan-html.js';
import { siteConnector } from './site-connector.js';
import { addressesOfSitemap } from './sitemap.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let origin: string;
let pages: Record<string, string | Answer> = {};
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = pages[request.url ?? ''];
    if (typeof answer === 'function') answer(request, response);
    else if (answer === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', 'text/html').end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  known.clear();
});

const known = new Map<string, ConnectorItem>();

/** One list, with every page read as in a run. */
async function crawl(
  settings: Record<string, unknown> = {},
  cursor: string | null = null,
  stopAfter = Infinity,
): Promise<{ items: ConnectorItem[]; events: ConnectorEvent[]; end: ListEnd | null; cursor: string | null }> {
  const { signal } = new AbortController();
  const network = guardedNetwork({ hosts: null, privateHosts: ['127.0.0.1'], signal });
  const parsed = siteConnector.settings.parse({ url: `${origin}/docs/`, delaySeconds: 0, ...settings });
  const connector = await siteConnector.open(parsed, { network, signal });
  const list = connector.list({
    cursor,
    signal,
    known: async (id) => {
      const item = known.get(id);
      return item ? { revision: item.revision, memo: item.memo ?? null } : null;
    },
  });
  const events: ConnectorEvent[] = [];
  const items: ConnectorItem[] = [];
  let checkpoint = cursor;
  for (;;) {
    const next = await list.next();
    if (next.done) return { items, events, end: next.value, cursor: checkpoint };
    events.push(next.value);
    if (next.value.type === 'checkpoint') checkpoint = next.value.cursor;
    if (next.value.type !== 'item') continue;
    const { item } = next.value;
    if (known.get(item.id)?.revision !== item.revision)
      await connector.read(item, { signal, maxBytes: 1_000_000 });
    known.set(item.id, item);
    items.push(item);
    if (items.length >= stopAfter) return { items, events, end: null, cursor: checkpoint };
  }
}
const paths = (items: readonly ConnectorItem[]) => items.map(({ path }) => path);
const link = (...targets: string[]) => targets.map((target) => `<a href="${target}">x</a>`).join('');

describe('KB-10 a web site', () => {
  it('is followed from link to link, within its folder, host and depth', async () => {
    pages = {
      '/docs/': link('a', 'b.html#part', '/other', 'http://example.org/', 'mailto:x@y'),
      '/docs/a': link('deep', 'b.html?utm_source=x'),
      '/docs/b.html': 'words',
      '/docs/deep': link('deeper'),
      '/docs/deeper': 'words',
      '/other': 'words',
    };
    const { items, end } = await crawl({ depth: 2 });
    expect(paths(items)).toEqual(['/docs/', '/docs/a', '/docs/b.html', '/docs/deep']);
    expect(items.map(({ name }) => name)).toEqual(['docs.html', 'a.html', 'b.html', 'deep.html']);
    expect(items[1]?.url).toBe(`${origin}/docs/a`);
    expect(end).toEqual({ cursor: null, complete: true });
    expect(paths((await crawl({ within: 'host' })).items)).toContain('/other');
  });

  it('asks for nothing that robots.txt forbids', async () => {
    pages = {
      '/robots.txt': (_request, response) =>
        response.end(
          'User-agent: *\nDisallow: /\n\nUser-agent: Ibid\nDisallow: /docs/private\nAllow: /docs/private/open$',
        ),
      '/docs/': link('private/x', 'private/open', 'a'),
      '/docs/private/open': 'words',
      '/docs/private/x': 'words',
      '/docs/a': 'words',
    };
    const { items, events } = await crawl();
    expect(paths(items)).toEqual(['/docs/', '/docs/private/open', '/docs/a']);
    expect(asked).not.toContain('/docs/private/x');
    expect(events.at(-1)).toMatchObject({
      type: 'note',
      text: expect.stringContaining('robots.txt') as string,
    });
    pages['/robots.txt'] = (_request, response) => response.writeHead(503).end();
    await expect(crawl()).rejects.toMatchObject({ problem: 'away' });
  });

  it('takes the canonical address, follows redirects, and leaves out what asks for it', async () => {
    pages = {
      '/docs/': link('print', 'old', 'hidden', 'picture.png', 'file.pdf'),
      '/docs/print': `<link rel="canonical" href="page">words`,
      '/docs/page': `<link rel=canonical href="/docs/print">words`,
      '/docs/old': (_request, response) => response.writeHead(301, { location: '/docs/new' }).end(),
      '/docs/new': 'words',
      '/docs/hidden': `<meta name="robots" content="noindex">${link('behind')}`,
      '/docs/behind': 'words',
      '/docs/picture.png': (_request, response) => response.setHeader('content-type', 'image/png').end('x'),
      '/docs/file.pdf': (_request, response) =>
        response.setHeader('content-type', 'application/pdf').end('%PDF'),
    };
    const { items, end } = await crawl();
    expect(new Set(paths(items))).toEqual(
      new Set(['/docs/', '/docs/behind', '/docs/file.pdf', '/docs/new', '/docs/page']),
    );
    expect(items.find(({ path }) => path === '/docs/file.pdf')).toMatchObject({
      mediaType: 'application/pdf',
    });
    expect(end?.complete).toBe(true);
  });

  it('finds by its sitemap what no link leads to', async () => {
    pages = {
      '/docs/': 'words',
      '/docs/lonely': 'words',
      '/sitemap.xml': `<sitemapindex><sitemap><loc>${origin}/more.xml</loc></sitemap></sitemapindex>`,
      '/more.xml': `<urlset><url><loc>${origin}/docs/lonely</loc></url><url><loc>${origin}/out</loc></url></urlset>`,
    };
    expect(paths((await crawl()).items)).toEqual(['/docs/', '/docs/lonely']);
  });

  it('asks again only for what changed, and still knows the links of the rest', async () => {
    let sent = 0;
    const withEtag =
      (etag: string, text: string): Answer =>
      (request, response) => {
        response.setHeader('etag', etag).setHeader('content-type', 'text/html');
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
        else {
          sent += 1;
          response.end(text);
        }
      };
    pages = { '/docs/': withEtag('"1"', link('a')), '/docs/a': withEtag('"1"', 'words') };
    const first = await crawl();
    expect(sent).toBe(2);
    pages['/docs/a'] = withEtag('"2"', 'other words');
    const second = await crawl();
    expect(sent).toBe(3);
    expect(second.items[0]?.revision).toBe(first.items[0]?.revision);
    expect(second.items[1]?.revision).not.toBe(first.items[1]?.revision);
  });

  it('is bounded where it never ends, and then says nothing of deletion', async () => {
    const endless = new Proxy<typeof pages>(
      {},
      {
        get: (_, path: string) =>
          path.startsWith('/docs/') ? link(`${path}/on`, `${path}x`, `${path}y`) : undefined,
      },
    );
    pages = endless;
    const { items, events, end } = await crawl({ pages: 60, depth: 20 });
    expect(items).toHaveLength(60);
    expect(end?.complete).toBe(false);
    expect(events.at(-1)).toMatchObject({ text: expect.stringContaining('ended after 60 pages') as string });
  });

  it('goes on from its last checkpoint', async () => {
    pages = { '/docs/': link(...Array.from({ length: 40 }, (_, number) => `p${number}`)) };
    for (let number = 0; number < 40; number += 1) pages[`/docs/p${number}`] = `page ${number}`;
    const cut = await crawl({}, null, 30);
    expect(cut.end).toBeNull();
    asked = [];
    const rest = await crawl({}, cut.cursor);
    expect(rest.end?.complete).toBe(true);
    // None of the 25 pages listed before the checkpoint is listed again.
    expect(paths(rest.items)).toEqual(Array.from({ length: 16 }, (_, number) => `/docs/p${number + 24}`));
    expect(asked).not.toContain('/docs/p3');
  });

  it('names what is gone, and says nothing of deletion where a page is away', async () => {
    pages = { '/docs/': link('a', 'b'), '/docs/a': 'words', '/docs/b': 'words' };
    await crawl();
    pages['/docs/a'] = (_request, response) => response.writeHead(503).end();
    pages['/docs/b'] = (_request, response) => response.writeHead(403).end();
    const { events, end } = await crawl();
    expect(events).toContainEqual({ type: 'gone', id: `${origin}/docs/b` });
    expect(events).not.toContainEqual({ type: 'gone', id: `${origin}/docs/a` });
    expect(end?.complete).toBe(false);
    pages['/docs/'] = (_request, response) => response.writeHead(500).end();
    await expect(crawl()).rejects.toMatchObject({ problem: 'away' });
  });

  it('leaves out a page that is too large', async () => {
    pages = { '/docs/': link('large'), '/docs/large': 'x'.repeat(2 * 2 ** 20) };
    const { items, events } = await crawl({ megabytes: 1 });
    expect(paths(items)).toEqual(['/docs/']);
    expect(events.at(-1)).toMatchObject({ text: expect.stringContaining('larger than 1 MB') as string });
  });
});

describe('KB-10 what a crawler reads', () => {
  it('does not count what changes with every answer', () => {
    const page = (token: string) =>
      `<body><!-- ${token} --><script>var t = "${token}"</script><input value="${token}"><p>Words</p>`;
    expect(scanHtml(page('a')).hash).toBe(scanHtml(page('b')).hash);
    expect(scanHtml('<p>Words').hash).not.toBe(scanHtml('<p>Other').hash);
    expect(scanHtml('<!--'.repeat(300_000)).links).toEqual([]);
  });

  it('rules with stars and ends', () => {
    const robots = readRobots('User-agent: *\nDisallow: /*.pdf$\nDisallow: /a*b*c\nCrawl-delay: 3');
    const may = (path: string) => robots.mayFetch(new URL(path, 'http://x'));
    expect([may('/x.pdf'), may('/x.pdf?y'), may('/a1b2c3'), may('/acb')]).toEqual([false, true, false, true]);
    expect(robots.delaySeconds).toBe(3);
    expect(
      readRobots(`User-agent: *\nDisallow: /${'*a'.repeat(1_000)}$`).mayFetch(
        new URL(`http://x/${'a'.repeat(900)}`),
      ),
    ).toBe(true);
  });

  it('one spelling for a page, and none for addresses without end', () => {
    const spelled = (link: string) => pageAddress(link, 'http://x/a/')?.href ?? null;
    expect(spelled('b?z=1&a=2&utm_source=q#part')).toBe('http://x/a/b?a=2&z=1');
    expect(spelled('/a//b')).toBe('http://x/a/b');
    expect(spelled('/a/b/a/b/a/b/a/b')).toBeNull();
    expect(spelled('javascript:alert(1)')).toBeNull();
    expect(spelled('http://name:pass@x/')).toBeNull();
  });
});

describe('KB-10 a site that means harm', () => {
  it('is scanned in the time that its length takes', async () => {
    expect(scanHtml(`<a ${'a'.repeat(7_900)}>`.repeat(300)).links).toEqual([]);
    expect(
      scanHtml('İ'.repeat(50) + '<A HREF=/one>x</A><SCRIPT><a href=/no></SCRIPT><a href="/two">'),
    ).toMatchObject({
      links: ['/one', '/two'],
    });
    const text = `<loc>${' '.repeat(2_000_000)}<loc> /a&amp;b\n</loc>${'<loc>c</loc>'.repeat(200_000)}`;
    const found = await addressesOfSitemap(['x'], async () => text, 300_000);
    expect(found).toHaveLength(200_001);
    expect(found[0]).toBe('/a&b');
  });

  it('names rules for a crowd of others in vain', () => {
    const crowd = Array.from({ length: 20_000 }, (_, index) => `User-agent: ${index}`).join('\n');
    const robots = readRobots(`${crowd}\nUser-agent: *\n${'Disallow: /a\n'.repeat(5_000)}`);
    expect(robots.mayFetch(new URL('http://x/a'))).toBe(false);
    expect(robots.mayFetch(new URL('http://x/b'))).toBe(true);
  });
});
