import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '@ibid/server';
import type { CreateServerOptions } from '@ibid/server';
import { webDistFolder } from '@ibid/web';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { testModel } from './test-model.mjs';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface App {
  url: string;
  setupUrl: string | null;
  browser: Browser;
  /** A page in a context of its own. Whatever the browser complains about is collected in `complaints`. */
  open: (path?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Errors of the page, and what its Content-Security-Policy refused. */
  complaints: string[];
  close: () => Promise<void>;
}

/** The real server on a folder of its own, with the built page and a model that follows words in the question. */
export async function startApp(options: Partial<CreateServerOptions> = {}): Promise<App> {
  if (!existsSync(join(webDistFolder, 'index.html')))
    throw new Error('The page is not built. Run: npm run build');
  const dataFolder = await mkdtemp(join(tmpdir(), 'ibid-page-'));
  const server = await createServer({
    dataFolder,
    port: 0,
    logLevel: 'silent',
    environment: {},
    embedder: 'none',
    models: [
      {
        id: 'test',
        name: 'Test model',
        model: testModel({ tokenMilliseconds: 2 }),
        isLanguageModel: true,
        profile: { contextWindow: 128_000, maxOutputTokens: 8_000 },
      },
    ],
    closePatienceMilliseconds: 0,
    ...options,
  });
  const { url, setupUrl } = await server.listen();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: flags,
  });
  const complaints: string[] = [];
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
      context.setDefaultTimeout(10_000);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text());
      });
      await page.goto(url + path);
      return page;
    },
    close: async () => {
      await browser.close();
      await server.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
