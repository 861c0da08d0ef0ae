import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { english } from '../src/texts/en/english.js';
import { german } from '../src/texts/de/german.js';
import { findings } from './support/axe.js';
import { post } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  page = await app.open('/', { locale: 'de-DE' });
});

afterAll(() => app.close());

/** Texts without placeholders that differ between the languages. */
function plainTexts(part: unknown, other: unknown): string[] {
  if (typeof part === 'string') return part === other || part.length < 4 ? [] : [part];
  if (part === null || typeof part !== 'object') return [];
  return Object.entries(part).flatMap(([name, value]) =>
    plainTexts(value, (other as Record<string, unknown> | undefined)?.[name]),
  );
}

const shared = new Set(plainTexts(german, english));
const onlyEnglish = new Set(plainTexts(english, german).filter((text) => !shared.has(text)));

/** Visible lines and labels that are English texts of the page. */
async function englishLeft(): Promise<string[]> {
  const shown = await page.evaluate(() => [
    ...document.body.innerText.split('\n'),
    ...[...document.querySelectorAll('[aria-label],[title],[placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    ),
  ]);
  return shown.map((line) => line.trim()).filter((line) => onlyEnglish.has(line));
}

const message = () => page.getByRole('textbox', { name: 'Ihre Nachricht' });

describe('WEB-7 a second language', () => {
  it('follows the browser', async () => {
    await page.getByRole('heading', { name: 'Was möchten Sie wissen?' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.getByRole('button', { name: 'Sie', exact: true }).waitFor();
    expect(await englishLeft()).toEqual([]);
  });

  it('is German on every screen, from the first document to the checked answer', async () => {
    await page.getByTestId('first-documents').setInputFiles({
      name: 'gezeiten.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(
        '# Gezeiten\n\nHochwasser am alten Kai ist morgens um zwanzig nach neun Uhr, im Winter etwas später.',
      ),
    });
    await page.locator('[data-testid=tray] [data-state=ready]').waitFor();
    expect(await englishLeft()).toEqual([]);
    await message().fill('Wann ist Hochwasser am alten Kai?');
    await page.getByRole('button', { name: 'Senden', exact: true }).click();
    await page.getByRole('button', { name: 'Antwort kopieren' }).waitFor();
    await page.getByRole('button', { name: 'Senden', exact: true }).waitFor();
    expect(await englishLeft()).toEqual([]);
    await page
      .getByText(/^Mit den Quellen verglichen: \d von \d Aussagen? belegt/)
      .first()
      .waitFor();
    expect(await findings(page)).toEqual([]);
    const panel = page.getByTestId('side-panel');
    for (const name of ['Was das Modell gesehen hat', 'Wie gesucht wurde', 'Quellen']) {
      await page.getByRole('button', { name, exact: true }).first().click();
      await panel.waitFor();
      expect(await englishLeft()).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await page.getByTestId('answer').locator('[data-citations] button').first().click();
    await panel.locator('mark').first().waitFor();
    expect(await englishLeft()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Prüfen' }).click();
    await page.getByTestId('proof').getByTestId('claim').waitFor();
    expect(await englishLeft()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('is German in the library, the settings and the commands', async () => {
    await post(page, '/api/agents', { name: 'Quartiermeister' });
    for (const path of [
      '/knowledge',
      '/projects',
      '/agents',
      '/settings/general',
      '/settings/prompt',
      '/settings/answering',
      '/settings/models',
      '/settings/usage',
      '/nothing/here',
    ]) {
      await page.goto(app.url + path);
      await page.waitForLoadState('networkidle');
      expect({ path, left: await englishLeft() }).toEqual({ path, left: [] });
      // A long name must not push the others out of the list.
      const list = page.getByRole('navigation', { name: 'Einstellungen' });
      if (path.startsWith('/settings'))
        expect(await list.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
    }
    await page.goto(`${app.url}/knowledge`);
    await page.getByRole('link', { name: /Meine Dokumente/ }).click();
    await page.getByRole('link', { name: /gezeiten/ }).click();
    await page.getByTestId('source-guide').waitFor();
    expect(await englishLeft()).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(await englishLeft()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('is chosen in the settings, stays through a reload, and keeps one place for own documents', async () => {
    await page.goto(`${app.url}/settings/general`);
    await page.getByRole('radio', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    const other = await app.open('/', { locale: 'en-GB' });
    await other.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    await other.context().close();
    await page.getByRole('radio', { name: 'Match browser' }).click();
    await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
  });

  it('made the browser complain about nothing', () => {
    expect(app.complaints).toEqual([]);
  });
});
