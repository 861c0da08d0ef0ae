import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { webDistFolder } from '@ibid/web';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { startServer, type ServerOptions } from './server-host.js';

/** Generous: only a failing test waits this long. Set `IBID_PAGE_PATIENCE=10000` while fixing one. */
export const PATIENCE = Number(process.env['IBID_PAGE_PATIENCE'] ?? 300_000);
/**
 * A seed that delays the server's responses by a random 0 to 1.5 seconds and reorders them. A test that clicks before
 * the page has settled then fails, as it would on a busy machine.
 */
const JITTER = Number(process.env['IBID_PAGE_JITTER'] ?? 0);
const browserScript = new URL('../../../../scripts/browser.mjs', import.meta.url).href;

export interface App {
  url: string;
  setupUrl: string | null;
  browser: Browser;
  /** A page in its own context. Whatever the browser complains about is collected in `complaints`. */
  open: (path?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Errors of the page, and what its Content-Security-Policy refused. */
  complaints: string[];
  close: () => Promise<void>;
}

let launched: Promise<Browser> | null = null;

/**
 * One for all files of a test process, closed with it: starting one takes as long as a test. Pages close too soon for
 * optimised scripts to pay off.
 */
async function sharedBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected())
    launched = import(browserScript).then((script: { launchBrowser: (flag: string) => Promise<Browser> }) =>
      script.launchBrowser('--js-flags=--no-opt --no-maglev'),
    );
  return launched!;
}

let chance = JITTER;

/** Of ten requests, seven are sent at once, two wait up to 0.3 seconds, one up to 1.5. */
async function delayAnswers(context: BrowserContext): Promise<void> {
  await context.route(/\/api\//, async (route) => {
    chance = (chance * 48_271) % 2_147_483_647;
    const kind = chance % 10;
    await setTimeout(kind === 0 ? chance % 1_500 : kind < 3 ? chance % 300 : 0);
    await route.continue().catch(() => undefined);
  });
}

/** Milliseconds to wait for a page that never settles, because a test holds its answers back. */
const LONGEST_SETTLING = 5_000;

/**
 * Makes `goto` and `reload` wait until the page has what it loads at first. A button that moves between press and release is never
 * clicked, and on a busy machine what is loaded above it can arrive just then.
 */
function waitUntilSettled(page: Page): void {
  const loading = new Set<Request>();
  const isPart = (request: Request) =>
    ['fetch', 'script', 'stylesheet', 'font'].includes(request.resourceType());
  page.on('request', (request) => (isPart(request) ? loading.add(request) : undefined));
  page.on('requestfinished', (request) => loading.delete(request));
  page.on('requestfailed', (request) => loading.delete(request));
  // Events come for as long as the page is open.
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream'))
      loading.delete(response.request());
  });
  const settle = async () => {
    const end = Date.now() + LONGEST_SETTLING;
    for (let quiet = 0; quiet < 2 && Date.now() < end; quiet = loading.size === 0 ? quiet + 1 : 0)
      await page
        .evaluate(
          () =>
            new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
        )
        .catch(() => undefined);
  };
  const [goTo, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...to) => {
    loading.clear();
    const response = await goTo(...to);
    await settle();
    return response;
  };
  page.reload = async (...options) => {
    loading.clear();
    const response = await reload(...options);
    await settle();
    return response;
  };
}

/** The real server on its own folder, with the built page and a model that follows words in the question. */
export async function startApp(options: ServerOptions = {}): Promise<App> {
  if (!existsSync(join(webDistFolder, 'index.html')))
    throw new Error('The page is not built. Run: npm run build');
  const { url, setupUrl, close } = await startServer(options);
  const browser = await sharedBrowser();
  const complaints: string[] = [];
  const opened: BrowserContext[] = [];
  return {
    url,
    setupUrl,
    browser,
    complaints,
    open: async (path = '/', contextOptions = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        ...contextOptions,
      });
      opened.push(context);
      context.setDefaultTimeout(PATIENCE);
      if (JITTER > 0) await delayAnswers(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text());
      });
      waitUntilSettled(page);
      await page.goto(url + path);
      return page;
    },
    close: async () => {
      await Promise.all(opened.map((context) => context.close()));
      await close();
    },
  };
}
