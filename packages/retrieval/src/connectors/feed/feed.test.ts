import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectorEvent, ConnectorItem } from '../connector.js';
import { guardedNetwork } from '../guarded-network.js';
import { feedConnector } from './feed-connector.js';
import { readFeed } from './read-feed.js';

let server: Server;
let origin: string;
let feed = '';
const pages: Record<string, string> = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    const etag = `"${feed.length}"`;
    if (request.url === '/feed') {
      response.setHeader('etag', etag);
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.setHeader('content-type', 'application/rss+xml').end(feed);
    } else if (pages[request.url ?? ''] === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', 'text/html').end(pages[request.url ?? '']);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function list(cursor: string | null, content = 'page') {
  const { signal } = new AbortController();
  const network = guardedNetwork({ hosts: null, privateHosts: ['127.0.0.1'], signal });
  const settings = feedConnector.settings.parse({ url: `${origin}/feed`, delaySeconds: 0, content });
  const connector = await feedConnector.open(settings, { network, signal });
  const events: ConnectorEvent[] = [];
  const texts: string[] = [];
  const listing = connector.list({ cursor, signal, known: async () => null });
  for (;;) {
    const next = await listing.next();
    if (next.done) return { events, texts, end: next.value };
    events.push(next.value);
    if (next.value.type !== 'item') continue;
    const { bytes } = await connector.read(next.value.item, { signal, maxBytes: 1_000_000 });
    texts.push(new TextDecoder().decode(bytes));
  }
}
const items = (events: readonly ConnectorEvent[]): ConnectorItem[] =>
  events.flatMap((event) => (event.type === 'item' ? [event.item] : []));
const entry = (number: number, title = `Entry ${number}`) =>
  `<item><guid>id-${number}</guid><title>${title}</title><link>/page-${number}</link>
   <pubDate>Tue, 0${number} Jun 2024 09:00:00 GMT</pubDate><description><![CDATA[<p>Short ${number}</p>]]></description></item>`;
const rss = (...entries: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel>${entries.join('')}</channel></rss>`;

describe('KB-10 a feed', () => {
  it('gives the page of each entry, or what the feed says where there is none', async () => {
    pages['/page-1'] = '<p>The whole story</p>';
    feed = rss(entry(1), entry(2));
    const { events, texts } = await list(null);
    expect(items(events)).toMatchObject([
      { id: 'id-1', name: 'Entry 1.html', url: `${origin}/page-1`, date: '2024-06-01T09:00:00.000Z' },
      { id: 'id-2' },
    ]);
    expect(texts[0]).toContain('The whole story');
    expect(texts[1]).toContain('<p>Short 2</p>');
    expect((await list(null, 'entry')).texts[0]).toContain('<p>Short 1</p>');
  });

  it('is not read again when it has not changed; a changed entry has another revision', async () => {
    feed = rss(entry(1), entry(2));
    const first = await list(null);
    const again = await list(first.end.cursor);
    expect(again).toMatchObject({ events: [], end: { cursor: first.end.cursor, complete: false } });
    feed = rss(entry(1), entry(2, 'Another title'));
    const [one, two] = items((await list(first.end.cursor)).events);
    expect(one?.revision).toBe(items(first.events)[0]?.revision);
    expect(two?.revision).not.toBe(items(first.events)[1]?.revision);
  });

  it('names as gone what was taken out of it, and not what made room for newer ones', async () => {
    feed = rss(entry(1), entry(2), entry(3));
    const first = await list(null);
    feed = rss(entry(2), entry(3), entry(4));
    const second = await list(first.end.cursor);
    expect(second.events.filter(({ type }) => type === 'gone')).toEqual([]);
    feed = rss(entry(2), entry(4));
    const third = await list(second.end.cursor);
    expect(third.events.filter(({ type }) => type === 'gone')).toEqual([{ type: 'gone', id: 'id-3' }]);
    expect(third.end.complete).toBe(false);
  });

  it('is told apart from what is none', async () => {
    feed = '<html><body>No feed</body></html>';
    await expect(list(null)).rejects.toMatchObject({ problem: 'settings' });
    feed = '{"items": []}';
    await expect(list(null)).rejects.toMatchObject({ problem: 'settings' });
  });
});

describe('KB-10 kinds of feeds', () => {
  it('Atom, with markup, an author and what was deleted', async () => {
    const { entries, deleted } = await readFeed(
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">
        <entry><id>urn:1</id><title>One</title><link rel="edit" href="/edit"/><link href="/one"/>
          <author><name>Ann</name></author><updated>2024-05-01T00:00:00Z</updated>
          <content type="xhtml"><div><p>Words &amp; more</p></div></content></entry>
        <at:deleted-entry ref="urn:2" when="2024-05-02T00:00:00Z"/></feed>`,
      'http://x/feed',
    );
    expect(entries).toMatchObject([
      { id: 'urn:1', title: 'One', link: 'http://x/one', author: 'Ann', date: '2024-05-01T00:00:00.000Z' },
    ]);
    expect(entries[0]?.content).toContain('<p>Words &amp; more</p>');
    expect(deleted).toEqual(['urn:2']);
  });

  it('JSON Feed', async () => {
    const { entries } = await readFeed(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        items: [{ id: 7, url: 'http://x/7', content_text: 'a < b', date_published: '2024-01-02T03:04:05Z' }],
      }),
      'http://x/feed',
    );
    expect(entries).toMatchObject([{ id: '7', link: 'http://x/7', content: 'a < b', isText: true }]);
  });

  it('RSS with prefixes and CDATA, and RDF, whose entries stand beside the channel', async () => {
    const { entries } = await readFeed(
      `<?xml version="1.0"?><rdf:RDF><channel><title>No entry</title></channel><item><title>T <![CDATA[& more]]></title>
        <guid isPermaLink="false">g-1</guid><dc:creator>Bo</dc:creator><description>short</description>
        <content:encoded><![CDATA[<p>long</p>]]></content:encoded><media:title>other</media:title></item></rdf:RDF>`,
      'http://x/feed',
    );
    expect(entries).toMatchObject([
      { id: 'g-1', title: 'T & more', link: null, author: 'Bo', content: '<p>long</p>', isText: false },
    ]);
  });
});

describe('KB-10 a feed that means harm', () => {
  const much = (unit: string) => unit.repeat(10 ** 6 / unit.length);

  it('costs no more than its length, whatever it is made of', async () => {
    const counts: (number | string)[] = [];
    for (const text of [
      `<rss><channel>${much('<item/>')}</channel></rss>`,
      `<rss><channel><item>${much('<a/>')}</item></channel></rss>`,
      `<rss><channel><item>${much('<a>')}`,
      `<feed><entry><content type="xhtml">${much('<a>')}`,
      `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1_000)}">]><rss><channel><item><title>${much('&a;')}</title></item></channel></rss>`,
      `{"version":"https://jsonfeed.org/version/1","items":[${much('{},').slice(0, -1)}]}`,
    ])
      counts.push(
        await readFeed(text, 'http://x/').then(
          ({ entries }) => entries.length,
          (error: Error) => error.message,
        ),
      );
    const deep = 'The feed is nested too deeply to be read.';
    expect(counts).toEqual([1, 1, deep, deep, 1, 1]);
  });
});
