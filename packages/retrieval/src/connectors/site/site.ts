import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { DEFAULT_FETCH_LIMITS } from '../../open-url/fetch-limits.js';
import { decodeText } from '../../parse/decode-text.js';
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
import { CrawlState } from './crawl-state.js';
import { itemName, safeDecode } from './item-name.js';
import { pageAddress } from './page-address.js';
import { readRobots, type Robots } from './robots.js';
import { scanHtml } from './scan-html.js';
import { addressesOfSitemap } from './sitemap.js';
import type { SiteSettings } from './site-settings.js';

const REQUEST_MILLISECONDS = 60_000;
/** After this many in a row, the site is away, not single pages. */
const MOST_FAILURES = 5;
const CHECKPOINT_PAGES = 25;
/** Redirects and skipped pages also cost requests. */
const REQUESTS_PER_PAGE = 3;
const MOST_LINKS_REMEMBERED = 500;

const MemoSchema = z.object({
  etag: z.string().nullable(),
  modified: z.string().nullable(),
  links: z.array(z.string()),
  type: z.string(),
});
type Memo = z.infer<typeof MemoSchema>;

interface Fetched {
  item: ConnectorItem | null;
  links: string[];
  /** It was known, and is now deleted or closed to us. */
  isGone?: boolean;
  note?: string;
}

/** A crawled site. Pages are read as they are found, so each is requested only once. */
export class Site implements Connector {
  readonly #settings: SiteSettings;
  readonly #tools: ConnectorTools;
  readonly #start: URL;
  /** Content of the page listed last. */
  #content: { id: string; result: ReadItem } | null = null;
  readonly #canonical = new Set<string>();
  #askedAt = 0;
  #delaySeconds: number;

  constructor(settings: SiteSettings, tools: ConnectorTools) {
    const start = pageAddress(settings.url, settings.url);
    if (!start) throw new ConnectorError('settings', 'This is not the address of a web page.');
    this.#settings = settings;
    this.#tools = tools;
    this.#start = start;
    this.#delaySeconds = settings.delaySeconds;
  }

  async *list(options: ListOptions): AsyncGenerator<ConnectorEvent, ListEnd> {
    const { pages, depth: mostDepth } = this.#settings;
    const robots = await this.#robots(options.signal);
    this.#delaySeconds = Math.max(this.#delaySeconds, robots.delaySeconds);
    if (!robots.mayFetch(this.#start))
      throw new ConnectorError(
        'settings',
        `${this.#start.host} asks in its robots.txt not to be crawled here.`,
      );
    const state = new CrawlState(this.#start.href, options.cursor);
    if (options.cursor === null) await this.#addSitemaps(robots, state, options.signal);
    let named = 0;
    let failures = 0;
    let forbidden = 0;
    let requests = 0;
    for (let entry = state.take(); entry; entry = state.take()) {
      const { url, depth } = entry;
      if (!robots.mayFetch(new URL(url))) {
        forbidden += 1;
        continue;
      }
      let page: Fetched;
      try {
        page = await this.#fetchPage(url, options, state, depth);
        failures = 0;
      } catch (error) {
        if (!(error instanceof ConnectorError) || options.signal.aborted) throw error;
        failures += 1;
        if (url === this.#start.href || failures >= MOST_FAILURES || error.problem === 'settings')
          throw error;
        state.hasGaps = true;
        yield { type: 'note', text: `${url}: ${error.message}` };
        continue;
      }
      requests += 1;
      if (page.note) yield { type: 'note', text: `${url}: ${page.note}` };
      if (page.isGone) yield { type: 'gone', id: url };
      if (depth < mostDepth) for (const link of page.links) this.#addLink(state, link, depth + 1);
      if (page.item) {
        state.fetched += 1;
        named += 1;
        yield { type: 'item', item: page.item };
        if (named % CHECKPOINT_PAGES === 0) yield { type: 'checkpoint', cursor: state.toCursor() };
      }
      if (state.waiting > 0 && (state.fetched >= pages || requests >= pages * REQUESTS_PER_PAGE)) {
        state.hasGaps = true;
        yield {
          type: 'note',
          text: `The crawl ended after ${state.fetched} pages; ${state.waiting} links were not followed.`,
        };
        break;
      }
    }
    if (forbidden > 0)
      yield { type: 'note', text: `${forbidden} pages were left out because robots.txt excludes them.` };
    return { cursor: null, complete: !state.hasGaps };
  }

  async read(item: ConnectorItem, { maxBytes }: { maxBytes: number }): Promise<ReadItem> {
    const held = this.#content;
    if (held?.id !== item.id)
      throw new ConnectorError('unreadable', 'The page was not kept. Sync once more.');
    if (held.result.bytes.byteLength > maxBytes)
      throw new ConnectorError('too-large', 'The page is too large.');
    return held.result;
  }

  async #fetchPage(url: string, options: ListOptions, state: CrawlState, depth: number): Promise<Fetched> {
    this.#content = null;
    const known = await options.known(url);
    const memo = known && readMemo(known.memo);
    const response = await this.#ask(url, options.signal, {
      ...(memo?.etag ? { 'if-none-match': memo.etag } : {}),
      ...(memo?.modified ? { 'if-modified-since': memo.modified } : {}),
    });
    if (known && memo && response.status === 304)
      return { item: this.#item(url, known.revision, memo), links: memo.links };
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      const target = pageAddress(response.headers.get('location') ?? '', url);
      // The same page at its proper address: with a final slash, or with https.
      if (target && this.#isInside(target)) state.add(target.href, depth);
      else if (url === this.#start.href)
        throw new ConnectorError(
          'settings',
          `The start page redirects to ${target?.origin ?? 'another place'}${target?.pathname ?? ''}. Enter that address.`,
        );
      return { item: null, links: [], isGone: known !== null };
    }
    if ([401, 403, 404, 410].includes(response.status) && url !== this.#start.href) {
      await response.body?.cancel();
      return { item: null, links: [], isGone: known !== null };
    }
    requireGoodAnswer(response, url === this.#start.href ? 'The start page' : 'The page');
    const page = await this.#takePage(url, response, state, depth);
    const hasLostLinks = page.links.length === 0 && (memo?.links.length ?? 0) > 0;
    // A maintenance notice may be served at every address. It must not replace the pages.
    if (url === this.#start.href && hasLostLinks && page.item && !options.acceptsLoss)
      throw new ConnectorError(
        'doubtful',
        'The start page no longer links to any other page. Nothing changes here until it does again, or until you delete the missing documents.',
      );
    return page;
  }

  async #takePage(url: string, response: Response, state: CrawlState, depth: number): Promise<Fetched> {
    const type =
      (response.headers.get('content-type') ?? 'text/html').split(';')[0]?.trim().toLowerCase() ?? '';
    const isTaken = DEFAULT_FETCH_LIMITS.types.some(
      (one) => type === one || (/[/.]$/u.test(one) && type.startsWith(one)),
    );
    if (!isTaken || type === 'text/css' || type === 'text/javascript') {
      await response.body?.cancel();
      return { item: null, links: [] };
    }
    let bytes: Uint8Array;
    try {
      bytes = await readResponse(response, this.#settings.megabytes * 2 ** 20);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.problem !== 'too-large') throw error;
      state.hasGaps = true;
      return { item: null, links: [], note: error.message };
    }
    const headers = { etag: response.headers.get('etag'), modified: response.headers.get('last-modified') };
    if (!type.includes('html')) {
      const revision = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      this.#content = { id: url, result: { bytes, mediaType: type } };
      return { item: this.#item(url, revision, { ...headers, links: [], type }), links: [] };
    }
    const page = scanHtml(decodeText(bytes).text);
    const base = page.base !== null && URL.canParse(page.base, url) ? new URL(page.base, url).href : url;
    const links = page.isFollowed ? this.#inside(page.links, base) : [];
    const canonical = page.canonical === null ? null : pageAddress(page.canonical, base);
    // If two pages name each other as canonical, the second is taken as it is.
    if (canonical && canonical.href !== url && this.#isInside(canonical) && !this.#canonical.has(url)) {
      this.#canonical.add(canonical.href);
      state.add(canonical.href, depth);
      return { item: null, links };
    }
    if (!page.isIndexed) return { item: null, links };
    this.#content = { id: url, result: { bytes, mediaType: type } };
    return { item: this.#item(url, page.hash, { ...headers, links, type }), links };
  }

  #item(url: string, revision: string, memo: Memo): ConnectorItem {
    const { pathname, search } = new URL(url);
    return {
      id: url,
      revision,
      name: itemName(url, memo.type),
      path: safeDecode(pathname + search),
      url,
      mediaType: memo.type,
      // If not all links are remembered, the page must be sent again next time, or they would be missing.
      memo: JSON.stringify(
        memo.links.length > MOST_LINKS_REMEMBERED ? { ...memo, etag: null, modified: null, links: [] } : memo,
      ),
    };
  }

  async #ask(url: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Response> {
    const wait = this.#askedAt + this.#delaySeconds * 1_000 - Date.now();
    if (wait > 0) await pause(wait, null, { signal });
    this.#askedAt = Date.now();
    return this.#tools.network.fetch(url, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MILLISECONDS)]),
    });
  }

  async #robots(signal: AbortSignal): Promise<Robots> {
    const response = await this.#tools.network.fetch(new URL('/robots.txt', this.#start), { signal });
    // RFC 9309: a missing file allows everything; a server that cannot answer allows nothing for now.
    if (response.status >= 500 || response.status === 429) requireGoodAnswer(response, 'robots.txt');
    if (response.status !== 200) {
      await response.body?.cancel();
      return readRobots('');
    }
    return readRobots(new TextDecoder().decode(await readResponse(response, 2 ** 20)));
  }

  async #addSitemaps(robots: Robots, state: CrawlState, signal: AbortSignal): Promise<void> {
    const first = robots.sitemaps.length > 0 ? robots.sitemaps : [new URL('/sitemap.xml', this.#start).href];
    const fetchText = async (url: string): Promise<string | null> => {
      const address = pageAddress(url, this.#start.href);
      if (address?.host !== this.#start.host || !robots.mayFetch(address)) return null;
      try {
        const response = await this.#ask(address.href, signal);
        if (response.status === 200)
          return new TextDecoder().decode(await readResponse(response, 10 * 2 ** 20));
        await response.body?.cancel();
      } catch (error) {
        // A sitemap is optional: links on the pages lead to the same addresses.
        if (signal.aborted || !(error instanceof ConnectorError)) throw error;
      }
      return null;
    };
    const most = this.#settings.pages;
    for (const address of await addressesOfSitemap(first, fetchText, most))
      this.#addLink(state, address, Math.min(1, this.#settings.depth));
  }

  #addLink(state: CrawlState, link: string, depth: number): void {
    const url = pageAddress(link, this.#start.href);
    if (url && this.#isInside(url)) state.add(url.href, depth);
  }

  #inside(links: readonly string[], base: string): string[] {
    const found = links.flatMap((link) => {
      const url = pageAddress(link, base);
      return url && this.#isInside(url) ? [url.href] : [];
    });
    return [...new Set(found)];
  }

  #isInside(url: URL): boolean {
    if (url.host !== this.#start.host) return false;
    const folder = this.#start.pathname.replace(/[^/]*$/u, '');
    return this.#settings.within === 'host' || url.pathname.startsWith(folder);
  }
}

function readMemo(text: string | null): Memo | null {
  if (text === null) return null;
  const parsed = MemoSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}
