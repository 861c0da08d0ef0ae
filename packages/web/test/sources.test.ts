import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from './support/axe.js';
import { makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
let web: Server;
let origin: string;
let isAway = false;
const pages: Record<string, string> = {
  '/docs/': '<title>Harbour</title><h1>Harbour</h1><p>All about it.</p><a href="tides">Tides</a>',
  '/docs/tides': '<title>Tides</title><h1>Tides</h1><p>The tide turns at noon.</p>',
};

beforeAll(async () => {
  web = createServer((request, response) => {
    const found = pages[request.url ?? ''];
    if (isAway) request.socket.destroy();
    else if (found === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', 'text/html').end(found);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  app = await startApp();
  page = await app.open();
  await makeBase(page, 'Web', { 'note.md': '# Note\n\nA note.' });
});
afterAll(async () => {
  await app.close();
  web.closeAllConnections();
  web.close();
});

const card = () => page.getByTestId('source');
const settled = (state: string) => page.locator(`[data-testid=source][data-state=${state}]`).waitFor();
const menu = async (item: string) => {
  await card().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('KB-10 sources on the page', () => {
  it('teaches what a source is, adds one by a form of its kind, and shows its documents', async () => {
    await page.getByRole('tab', { name: 'Sources' }).click();
    await page.getByText('No source yet').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a source' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind').selectOption('Feed');
    await dialog.getByLabel('Text').waitFor();
    await dialog.getByLabel('Kind').selectOption('Web site');
    expect(await findings(page)).toEqual([]);
    await dialog.getByLabel('Address').fill(`${origin}/docs/`);
    await dialog.getByLabel('Pause, in seconds').fill('0');
    await dialog.getByLabel('Name').fill('Harbour site');
    await dialog.getByRole('button', { name: 'Add a source' }).click();
    await settled('waiting');
    await card().getByText('Web site · Up to date · 2 documents').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('tab', { name: /Documents \(3\)/ }).click();
    await page.getByRole('link', { name: /Tides/ }).waitFor();
    await page.getByRole('tab', { name: 'Sources' }).click();
  });

  it('tells when it is away, keeps a log, and pauses', async () => {
    isAway = true;
    await card().getByRole('button', { name: 'Sync now' }).click();
    await settled('failing');
    await card().getByText('does not answer').waitFor();
    isAway = false;
    pages['/docs/tides'] = '<title>Tides</title><h1>Tides</h1><p>The tide turns at dusk.</p>';
    await card().getByRole('button', { name: 'Sync now' }).click();
    await settled('waiting');
    await menu('Log');
    await page.getByRole('dialog').getByText('1 changed').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await card().getByRole('button', { name: 'Pause' }).click();
    await settled('paused');
    await card().getByRole('button', { name: 'Resume' }).click();
    await settled('waiting');
  });

  it('is changed, fits a phone, and is removed with its documents', async () => {
    await menu('Settings');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Address').inputValue()).toBe(`${origin}/docs/`);
    await dialog.getByLabel('Depth').fill('0');
    await dialog.getByLabel('Who may see it').selectOption('Only me');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card().getByText('1 document').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 800 });
    await menu('Remove');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No source yet').waitFor();
    await page.getByRole('tab', { name: /Documents \(1\)/ }).waitFor();
  });
});
