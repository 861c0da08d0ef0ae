import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isElement, parseXml, type DomElement } from '../../parse/dom.js';
import { ConnectorError } from '../connector-error.js';

export interface FeedEntry {
  id: string;
  title: string;
  /** Of the page; null where the entry is all there is. */
  link: string | null;
  /** Markup, or plain text with `isText`. */
  content: string;
  isText: boolean;
  /** ISO; null where it says none. */
  date: string | null;
  author: string | null;
  /** Changes with the entry. */
  revision: string;
}

export interface ReadFeed {
  entries: FeedEntry[];
  /** Ids that the feed says are deleted (RFC 6721). */
  deleted: string[];
}

const MOST_ENTRIES = 5_000;

/** RSS 0.9 to 2.0, Atom, JSON Feed. */
export function readFeed(text: string, address: string): ReadFeed {
  const start = text.trimStart().slice(0, 1);
  const feed = start === '{' ? readJsonFeed(text, address) : readXmlFeed(text, address);
  const byId = new Map(feed.entries.slice(0, MOST_ENTRIES).map((entry) => [entry.id, entry]));
  return { entries: [...byId.values()], deleted: feed.deleted };
}

function notAFeed(cause?: unknown): ConnectorError {
  return new ConnectorError(
    'settings',
    'There is no feed at this address: neither RSS, Atom nor JSON Feed.',
    {
      cause,
    },
  );
}

function readXmlFeed(text: string, address: string): ReadFeed {
  const root = parseXml(text.trimStart()).documentElement;
  const name = root ? localName(root) : '';
  if (!root || !['rss', 'rdf', 'feed'].includes(name)) throw notAFeed();
  const parts = [...root.children].flatMap((one) =>
    localName(one) === 'channel' ? [one, ...one.children] : [one],
  );
  const all = (wanted: string) => parts.filter((one) => localName(one) === wanted);
  const entries = all(name === 'feed' ? 'entry' : 'item').map((element) => xmlEntry(element, address));
  const deleted = all('deleted-entry').flatMap((element) => element.getAttribute('ref') ?? []);
  return { entries, deleted };
}

function xmlEntry(element: DomElement, address: string): FeedEntry {
  const children = [...element.children];
  const child = (...names: string[]) =>
    names.flatMap((name) => children.filter((one) => fullName(one) === name)).at(0) ?? null;
  const words = (...names: string[]) => child(...names)?.textContent?.trim() || null;
  const body = child('content:encoded', 'content', 'description', 'summary');
  const type = body?.getAttribute('type') ?? 'html';
  return finish(address, {
    id: words('guid', 'id'),
    title: words('title'),
    link: linkOf(children),
    content: body ? (type === 'xhtml' ? markupOf(body) : (body.textContent ?? '')) : '',
    isText: type === 'text',
    date: words('pubdate', 'published', 'dc:date', 'updated'),
    changed: words('updated', 'atom:updated', 'dcterms:modified'),
    author: nameIn(child('author')) ?? words('dc:creator'),
  });
}

/** Atom puts the name of a person into an element of its own. */
function nameIn(author: DomElement | null): string | null {
  const name = author && [...author.children].find((one) => localName(one) === 'name');
  return (name ?? author)?.textContent?.trim() || null;
}

function linkOf(children: readonly DomElement[]): string | null {
  const links = children.filter((one) => fullName(one) === 'link');
  const page = links.find((one) => ['alternate', null].includes(one.getAttribute('rel'))) ?? links[0];
  const guid = children.find(
    (one) => fullName(one) === 'guid' && one.getAttribute('isPermaLink') !== 'false',
  );
  return page?.getAttribute('href') || page?.textContent?.trim() || guid?.textContent?.trim() || null;
}

function markupOf(element: DomElement): string {
  return [...element.childNodes]
    .map((node) => (isElement(node) ? outerMarkup(node) : node.textContent))
    .join('');
}

function outerMarkup(element: DomElement): string {
  return (element as unknown as { outerHTML: string }).outerHTML;
}

function fullName(element: DomElement): string {
  return (element as unknown as { tagName: string }).tagName.toLowerCase();
}

function localName(element: DomElement): string {
  return fullName(element).replace(/^.*:/u, '');
}

const text = z.string().nullish();
const JsonFeedSchema = z.object({
  version: z.string().startsWith('https://jsonfeed.org/'),
  items: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).nullish(),
      url: text,
      title: text,
      content_html: text,
      content_text: text,
      summary: text,
      date_published: text,
      date_modified: text,
      authors: z.array(z.object({ name: text })).nullish(),
    }),
  ),
});

function readJsonFeed(json: string, address: string): ReadFeed {
  let feed: z.infer<typeof JsonFeedSchema>;
  try {
    feed = JsonFeedSchema.parse(JSON.parse(json));
  } catch (error) {
    throw notAFeed(error);
  }
  const entries = feed.items.map((item) =>
    finish(address, {
      id: item.id == null ? null : String(item.id),
      title: item.title ?? null,
      link: item.url ?? null,
      content: item.content_html ?? item.content_text ?? item.summary ?? '',
      isText: item.content_html == null,
      date: item.date_published ?? item.date_modified ?? null,
      changed: item.date_modified ?? null,
      author: item.authors?.[0]?.name ?? null,
    }),
  );
  return { entries, deleted: [] };
}

function finish(
  address: string,
  found: Omit<FeedEntry, 'id' | 'title' | 'revision'> & {
    id: string | null;
    title: string | null;
    changed: string | null;
  },
): FeedEntry {
  const { changed, ...entry } = found;
  const hash = createHash('sha256');
  for (const part of [entry.title, entry.link, entry.content, changed]) hash.update(`${part ?? ''}\0`);
  const revision = hash.digest('hex').slice(0, 32);
  const link =
    entry.link !== null && URL.canParse(entry.link, address) ? new URL(entry.link, address).href : null;
  const time = entry.date === null ? Number.NaN : Date.parse(entry.date);
  const date = Number.isNaN(time) ? null : new Date(time).toISOString();
  return { ...entry, id: entry.id ?? link ?? revision, title: entry.title ?? '', link, date, revision };
}
