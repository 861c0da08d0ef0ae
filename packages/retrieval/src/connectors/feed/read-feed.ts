import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ConnectorError } from '../connector-error.js';
import { readXmlEntries, type XmlEntry } from './read-xml-entries.js';

export interface FeedEntry {
  id: string;
  title: string;
  /** The page's address; null if the entry has no page. */
  link: string | null;
  /** HTML, or plain text if `isText`. */
  content: string;
  isText: boolean;
  /** ISO; null if the entry has none. */
  date: string | null;
  author: string | null;
  /** Changes with the entry. */
  revision: string;
}

export interface ReadFeed {
  entries: FeedEntry[];
  /** Ids of entries the feed declares deleted (RFC 6721). */
  deleted: string[];
}

const MOST_ENTRIES = 5_000;
/** JSON is parsed in one go, which blocks everything else. */
const MOST_JSON_CHARACTERS = 3_000_000;

/** RSS 0.9 to 2.0, Atom, JSON Feed. */
export async function readFeed(text: string, address: string): Promise<ReadFeed> {
  const start = text.trimStart().slice(0, 1);
  const feed = start === '{' ? readJsonFeed(text, address) : await readXmlFeed(text, address);
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

async function readXmlFeed(text: string, address: string): Promise<ReadFeed> {
  const found = await readXmlEntries(text.trimStart(), MOST_ENTRIES);
  if (!found) throw notAFeed();
  const { entries, deleted } = found;
  return { entries: entries.map((entry) => xmlEntry(entry, address)), deleted };
}

function xmlEntry({ fields, links }: XmlEntry, address: string): FeedEntry {
  /** The first of these fields that exists, even if it is empty. */
  const field = (...names: string[]) => names.flatMap((name) => fields.get(name) ?? []).at(0) ?? null;
  const words = (...names: string[]) => field(...names)?.text.trim() || null;
  const body = field('content:encoded', 'content', 'description', 'summary');
  const type = body?.attributes['type'] ?? 'html';
  const page =
    links.find(({ attributes }) => ['alternate', undefined].includes(attributes['rel'])) ?? links[0];
  const guid = field('guid');
  const permalink = guid?.attributes['isPermaLink'] === 'false' ? null : guid;
  return finish(address, {
    id: words('guid', 'id'),
    title: words('title'),
    link: page?.attributes['href'] || page?.text.trim() || permalink?.text.trim() || null,
    content: body?.text ?? '',
    isText: type === 'text',
    date: words('pubdate', 'published', 'dc:date', 'updated'),
    changed: words('updated', 'atom:updated', 'dcterms:modified'),
    author: field('author')?.name?.trim() || words('author') || words('dc:creator'),
  });
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
  if (json.length > MOST_JSON_CHARACTERS)
    throw new ConnectorError('too-large', 'The feed is too large: a JSON feed can have at most 3 MB.');
  let feed: z.infer<typeof JsonFeedSchema>;
  try {
    const found = JSON.parse(json) as { items?: unknown[] };
    // Before validation: millions of empty items would take long.
    feed = JsonFeedSchema.parse({ ...found, items: found.items?.slice(0, MOST_ENTRIES) });
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
