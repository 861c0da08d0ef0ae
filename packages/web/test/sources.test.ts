import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from './support/axe.js';
import { german } from '../src/texts/de/german.js';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
let web: Server;
let origin: string;
let isAway = false;
let folder: string;
const ends: (() => unknown)[] = [];
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
  folder = await mkdtemp(join(tmpdir(), 'ibid-page-sources-'));
  app = await startApp({ hasModel: false });
  page = await app.open();
  await makeBase(page, 'Web', { 'note.md': '# Note\n\nA note.' });
});
afterAll(async () => {
  await app.close();
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
  web.closeAllConnections();
  web.close();
});

const card = () => page.getByTestId('source');
const settled = (state: string) => page.locator(`[data-testid=source][data-state=${state}]`).waitFor();
/**
 * Starts a sync and waits until the server has logged its end: for a moment the page still shows the previous state,
 * which may be the same.
 */
async function synced(start: () => Promise<void>, state: string): Promise<void> {
  const get = async (path: string) =>
    (await (await page.request.get(app.url + path)).json()) as { rows: { id: string; state: string }[] };
  const ended = async () => {
    const base = new URL(page.url()).pathname.split('/').at(-1);
    const [source] = (await get(`/api/sources?knowledgeBaseId=${base}`)).rows;
    return source!.state === 'syncing' ? 0 : (await get(`/api/sources/${source!.id}/log`)).rows.length;
  };
  const before = await ended();
  await start();
  await expect.poll(ended).toBeGreaterThan(before);
  await settled(state);
}
const menu = async (item: string) => {
  await card().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('KB-10 sources on the page', () => {
  it('teaches what a source is, adds one by a form of its kind, and shows its documents', async () => {
    await page.getByRole('tab', { name: 'Sources' }).click();
    await page.getByText('No sources yet').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a source' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind').selectOption('Feed');
    await dialog.getByLabel('Text').selectOption('Only what the feed itself says');
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
    await synced(() => card().getByRole('button', { name: 'Sync now' }).click(), 'failing');
    await card().getByText('does not answer').waitFor();
    isAway = false;
    pages['/docs/tides'] = '<title>Tides</title><h1>Tides</h1><p>The tide turns at dusk.</p>';
    await synced(() => card().getByRole('button', { name: 'Sync now' }).click(), 'waiting');
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
    await page.getByText('No sources yet').waitFor();
    await page.getByRole('tab', { name: /Documents \(1\)/ }).waitFor();
  });
});

/** Servers on loopback, by kind. They belong to the server's tests and are loaded by path. */
interface Place {
  settings: Record<string, string | number>;
  put: (name: string, text: string) => Promise<unknown>;
}
async function places(): Promise<Record<string, () => Promise<Place | null>>> {
  const path = new URL('../../server/dist/acceptance/source-places.js', import.meta.url).href;
  const { sourcePlaces } = (await import(path)) as {
    sourcePlaces: (folder: string, ends: (() => unknown)[]) => Record<string, () => Promise<Place | null>>;
  };
  const here = async (settings: Place['settings'], put: Place['put']): Promise<Place> => ({
    settings,
    put,
  });
  return {
    site: () =>
      here({ url: `${origin}/guide/`, delaySeconds: 0 }, async (name, text) => {
        pages['/guide/'] = `<title>${name}</title><h1>${name}</h1><p>${text}</p>`;
      }),
    feed: () =>
      here({ url: `${origin}/news`, content: 'entry' }, async (name, text) => {
        pages['/news'] =
          `<rss><channel><item><guid>1</guid><title>${name}</title><link>${origin}/one</link><description>${text}</description></item></channel></rss>`;
      }),
    ...sourcePlaces(folder, ends),
  };
}

interface Kind {
  kind: string;
  label: string;
  fields: { name: string; title: string; description: string; type: string; choices: string[] }[];
}
const kinds = () =>
  page.evaluate(async () => ((await (await fetch('/api/source-kinds')).json()) as { rows: Kind[] }).rows);

const addSource = async (label: string) => {
  await page.getByRole('tab', { name: 'Sources' }).click();
  await page.getByRole('button', { name: 'Add a source' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind').selectOption(label);
  return dialog;
};

describe('KB-10 each kind of source, from its form to a cited passage', () => {
  it('has words for all of it in German, too', async () => {
    const { connected } = german;
    for (const { kind, fields } of await kinds()) {
      expect(connected.kinds, kind).toHaveProperty(kind);
      for (const { name, description, choices } of fields) {
        const at = `${kind}.${name}`;
        expect(connected.fields[at] ?? connected.fields[name], at).toBeTruthy();
        if (description !== '') expect(connected.hints[at] ?? connected.hints[name], at).toBeTruthy();
        for (const choice of choices)
          expect(connected.choices[`${name}.${choice}`], `${at} ${choice}`).toBeTruthy();
      }
    }
  });

  it('is added by its form, and brings its document', async () => {
    await makeBase(page, 'All kinds', { 'note.md': '# Note\n\nA note.' });
    let count = 0;
    const known = await kinds();
    for (const [name, start] of Object.entries(await places())) {
      const place = await start();
      const kind = known.find((one) => one.kind === name);
      if (!place || !kind) continue;
      await place.put('keeper.md', `The ${name} lighthouse of Oberhafen is kept by Mathilde.`);
      const dialog = await addSource(kind.label);
      for (const { name: field, title, type } of kind.fields) {
        const value = place.settings[field];
        if (value === undefined) continue;
        const input = dialog.getByLabel(title, { exact: true });
        if (type === 'choice') await input.selectOption(String(value));
        else await input.fill(String(value));
      }
      await dialog.getByRole('button', { name: 'Add a source' }).click();
      count += 1;
      await card()
        .nth(count - 1)
        .waitFor();
    }
    await expect.poll(() => card().filter({ hasText: '1 document ' }).count()).toBe(count);
    await expect.poll(() => page.locator('[data-testid=source][data-state=waiting]').count()).toBe(count);
  });

  it('leads from an answer to the passage and on to the original', async () => {
    await page.goto(app.url);
    await ask(page, 'Who keeps the site lighthouse of Oberhafen?');
    await answered(page);
    await lastAnswer(page).locator('[data-citations] button').first().click();
    const panel = page.getByTestId('side-panel');
    await panel.locator('mark').filter({ hasText: 'Mathilde' }).first().waitFor();
    const link = panel.getByRole('link', { name: 'Open the original' });
    expect(await link.getAttribute('href')).toBe(`${origin}/guide/`);
  });

  it('a folder of the server is one of the kinds', async () => {
    const shared = join(folder, 'shared');
    await mkdir(shared);
    await writeFile(join(shared, 'ferry.md'), 'The ferry leaves at seven.');
    await makeBase(page, 'Base of troubles', { 'note.md': '# Note\n\nA note.' });
    const dialog = await addSource('Folder on the server');
    expect(await findings(page)).toEqual([]);
    await dialog.getByLabel('Path on the server').fill(shared);
    await dialog.getByRole('button', { name: 'Add a folder' }).click();
    await page.locator('[data-testid=kept-folder][data-state=done]').waitFor();
    await page.getByRole('tab', { name: /Documents \(2\)/ }).waitFor();
  });

  it('shows what could not be read and why, and keeps and asks where most of it is missing', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    pages['/harbour/'] = names.map((name) => `<a href="${name}">${name}</a>`).join(' ');
    for (const name of names) pages[`/harbour/${name}`] = `<title>Pier ${name}</title><p>Pier ${name}.</p>`;
    pages['/harbour/a'] = '%PDF-1.7 and no more of it';
    const dialog = await addSource('Web site');
    await dialog.getByLabel('Address').fill(`${origin}/harbour/`);
    await dialog.getByLabel('Pause, in seconds').fill('0');
    await dialog.getByRole('button', { name: 'Add a source' }).click();
    await settled('waiting');
    await card().getByText('1 document could not be read').click();
    await card().getByText('/harbour/a').waitFor();
    expect(await findings(page)).toEqual([]);
    await synced(() => card().getByRole('button', { name: 'Try again' }).click(), 'waiting');
    pages['/harbour/'] = '<p>Under repair</p>';
    await synced(() => card().getByRole('button', { name: 'Sync now' }).click(), 'failing');
    await card().getByText('no longer links to any other page').waitFor();
    await card().getByRole('button', { name: 'Delete them here too' }).click();
    await dialog.getByRole('button', { name: 'Delete them here too' }).click();
    await card().getByText('Up to date · 1 document ').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
