import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type {
  Connector,
  ConnectorEvent,
  ConnectorItem,
  ConnectorTools,
  ListEnd,
  ListOptions,
  ReadItem,
} from '../connector.js';
import { ConnectorError } from '../connector-error.js';
import { readResponse, requireGoodAnswer } from '../read-response.js';
import { itemName } from '../site/item-name.js';
import type { FeedSettings } from './feed-settings.js';
import { readFeed, type FeedEntry } from './read-feed.js';

const REQUEST_MILLISECONDS = 60_000;
const MOST_FEED_BYTES = 10 * 2 ** 20;

const CursorSchema = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  modified: z.string().nullable(),
  /** What the feed listed last time, to find entries that were removed. */
  entries: z.array(z.object({ id: z.string(), date: z.string().nullable() })),
});
type Cursor = z.infer<typeof CursorSchema>;

/** A feed. It lists only the newest entries, so an entry that is no longer listed has not necessarily been deleted. */
export class Feed implements Connector {
  readonly #settings: FeedSettings;
  readonly #tools: ConnectorTools;
  readonly #entries = new Map<string, FeedEntry>();
  #askedAt = 0;

  constructor(settings: FeedSettings, tools: ConnectorTools) {
    this.#settings = settings;
    this.#tools = tools;
  }

  async *list(options: ListOptions): AsyncGenerator<ConnectorEvent, ListEnd> {
    const { url } = this.#settings;
    const found = options.cursor === null ? null : readCursor(options.cursor);
    const before = found?.url === url ? found : null;
    const response = await this.#fetch(url, options.signal, {
      ...(before?.etag ? { 'if-none-match': before.etag } : {}),
      ...(before?.modified ? { 'if-modified-since': before.modified } : {}),
    });
    if (response.status === 304) return { cursor: options.cursor, complete: false };
    requireGoodAnswer(response, 'The feed');
    const etag = response.headers.get('etag');
    const modified = response.headers.get('last-modified');
    const bytes = await readResponse(response, MOST_FEED_BYTES);
    const { entries, deleted } = await readFeed(decode(bytes), url);
    this.#entries.clear();
    for (const entry of entries) {
      this.#entries.set(entry.id, entry);
      yield { type: 'item', item: this.#item(entry) };
    }
    for (const id of new Set([...deleted, ...takenOut(before, entries)])) yield { type: 'gone', id };
    const cursor: Cursor = { url, etag, modified, entries: entries.map(({ id, date }) => ({ id, date })) };
    return { cursor: JSON.stringify(cursor), complete: false };
  }

  async read(
    item: ConnectorItem,
    { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
  ): Promise<ReadItem> {
    const entry = this.#entries.get(item.id);
    if (!entry) throw new ConnectorError('gone', 'The feed no longer lists this entry.');
    if (this.#settings.content === 'entry' || entry.link === null) return entryAsPage(entry);
    const wait = this.#askedAt + this.#settings.delaySeconds * 1_000 - Date.now();
    if (wait > 0) await pause(wait, null, { signal });
    this.#askedAt = Date.now();
    const response = await this.#fetch(entry.link, signal);
    // The entry still exists, even if its page does not.
    if (
      response.status >= 400 &&
      response.status < 500 &&
      response.status !== 429 &&
      entry.content.trim() !== ''
    ) {
      await response.body?.cancel();
      return entryAsPage(entry);
    }
    requireGoodAnswer(response, 'The page');
    const type = (response.headers.get('content-type') ?? 'text/html').split(';')[0]?.trim() ?? 'text/html';
    const bytes = await readResponse(response, Math.min(maxBytes, this.#settings.megabytes * 2 ** 20));
    return { bytes, mediaType: type, name: itemName(entry.link, type) };
  }

  #fetch(url: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Response> {
    return this.#tools.network.fetch(url, {
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MILLISECONDS)]),
    });
  }

  #item(entry: FeedEntry): ConnectorItem {
    return {
      id: entry.id,
      revision: `${this.#settings.content} ${entry.revision}`,
      name: `${nameOf(entry)}.html`,
      ...(entry.title === '' ? {} : { title: entry.title }),
      ...(entry.link === null ? {} : { url: entry.link }),
      mediaType: 'text/html',
      ...(entry.date === null ? {} : { date: entry.date }),
      ...(entry.author === null ? {} : { metadata: { author: entry.author } }),
    };
  }
}

/**
 * A feed lists the newest entries. An entry that is newer than the oldest listed one but no longer listed was deleted,
 * not displaced.
 */
function takenOut(before: Cursor | null, entries: readonly FeedEntry[]): string[] {
  const dates = entries.flatMap(({ date }) => date ?? []);
  if (!before || dates.length === 0 || dates.length < entries.length) return [];
  const oldest = dates.reduce((least, date) => (date < least ? date : least));
  const named = new Set(entries.map(({ id }) => id));
  return before.entries.flatMap(({ id, date }) =>
    !named.has(id) && date !== null && date > oldest ? [id] : [],
  );
}

function entryAsPage(entry: FeedEntry): ReadItem {
  const body = entry.isText ? `<pre>${escape(entry.content)}</pre>` : entry.content;
  const title = escape(entry.title);
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body><article><h1>${title}</h1>${body}</article></body></html>`;
  return { bytes: new TextEncoder().encode(html), mediaType: 'text/html' };
}

function nameOf({ title, id }: FeedEntry): string {
  const name = title
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return (name || id.replace(/[^\p{L}\p{N}._-]+/gu, '-')).slice(0, 100);
}

function escape(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;');
}

/** Decodes the feed in the encoding it declares. */
function decode(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /^\s*<\?xml[^>]*encoding=["']([\w-]{2,40})["']/u.exec(head)?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function readCursor(text: string): Cursor | null {
  try {
    return CursorSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
