import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { phone, widerThanScreen } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
/** Addresses of the documents' home pages. */
let harbour = '';
let manual = '';

async function printedPdf(): Promise<Buffer> {
  const sheet = await app.browser.newPage();
  const pages = Array.from(
    { length: 8 },
    (_, number) =>
      `<h2 style="break-before:page">Part ${number + 1}</h2><p>${number === 6 ? 'The walrus gate is closed in winter.' : `Remark ${number} on tides and currents.`}</p>`,
  );
  await sheet.setContent(`<title>Pilot manual</title><h1>Pilot manual</h1>${pages.join('')}`);
  const bytes = await sheet.pdf({ format: 'A5' });
  await sheet.close();
  return bytes;
}

const rows = Array.from({ length: 900 }, (_, row) => `Bay ${row},${row + 100},${1900 + (row % 100)}`);

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await makeBase(page, 'Pilotage', {
    'pilot-manual.pdf': await printedPdf(),
    'depths.csv': Buffer.from(['Bay,Depth in metres,Surveyed', ...rows, 'Narwhal deep,1450,2021'].join('\n')),
    'harbour.md':
      '# Harbour\n\n## Fees\n\nThe mooring fee is 40 crowns a night for every vessel that stays inside.\n\n## Fires\n\nNo fires are lit on the old pier after dusk, whatever the harbour watch may say.\n',
  });
});

afterAll(() => app.close());

const openItem = async (name: RegExp) => {
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
  await page.getByRole('link', { name: /Pilotage/ }).click();
  await page.getByRole('link', { name }).click();
  await page.waitForURL(/\/items\//);
};

describe('WEB-10 the home of a document', () => {
  it('shows its outline, key figures and questions it can answer, and the text at a click', async () => {
    await openItem(/harbour\.md/);
    harbour = page.url().split('?')[0] ?? '';
    const guide = page.getByTestId('source-guide');
    await guide.getByText('40 crowns').first().waitFor();
    await guide.getByRole('button', { name: 'Fires' }).click();
    await expect.poll(() => page.getByTestId('document-text').locator('mark').innerText()).toBe('Fires');
    await guide.getByRole('link', { name: 'What does “Harbour” say about “Fees”?' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Your message' }).inputValue())
      .toBe('What does “Harbour” say about “Fees”?');
    await page.getByTestId('applies').getByText('Harbour').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answered(page);
    await expect.poll(() => lastAnswer(page).innerText()).toContain('40 crowns');
  });

  it('tells what was cited from it, finds words, and keeps chunks behind technical details', async () => {
    await openItem(/harbour\.md/);
    await page.getByTestId('cited-from').getByText('40 crowns').waitFor();
    await page.getByRole('searchbox', { name: 'Find in the document' }).fill('old pier');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('document-text').locator('mark').innerText()).toBe('old pier');
    expect(await page.getByText('Chunk 1').count()).toBe(0);
    await page.getByRole('tab', { name: 'Technical details' }).click();
    await page.getByText('Chunk 1').first().waitFor();
  });

  it('opens a link to a passage there', async () => {
    const address = page.url().split('?')[0] ?? '';
    const marked = page.getByTestId('document-text').locator('mark').first();
    await page.goto(`${address}?start=20&end=36`);
    await marked.waitFor();
    // A newer parser may have moved the text: some words of the passage locate it.
    await page.goto(`${address}?start=1&end=12&words=old%20pier`);
    await expect.poll(() => marked.innerText()).toContain('old pier');
    await page.goto(`${address}?start=1&end=12&words=never%20written`);
    await page.getByText('The passage this link points to is no longer in the document.').waitFor();
  });

  it('finds page 7 of a PDF by its words, and zooms', async () => {
    await openItem(/pilot-manual\.pdf/);
    manual = page.url().split('?')[0] ?? '';
    await page.goto(`${manual}?start=0&end=9&words=walrus%20gate&page=8`);
    await page.getByTestId('pdf-page').locator('mark').first().waitFor();
    await page.getByText(/Page 8 of/).waitFor();
    await openItem(/pilot-manual\.pdf/);
    await page.locator('canvas[data-drawn]').waitFor();
    await page.getByRole('searchbox', { name: 'Find in the document' }).fill('walrus gate');
    await page.keyboard.press('Enter');
    await page.getByTestId('pdf-page').locator('mark').first().waitFor();
    await page.getByText(/Page [78] of/).waitFor();
    await page.getByRole('button', { name: /Page \d of/ }).click();
    await page.getByRole('textbox', { name: 'Go to page' }).fill('3');
    await page.keyboard.press('Enter');
    await page.getByText(/Page 3 of/).waitFor();
    const before = (await page.getByTestId('pdf-page').boundingBox())?.width ?? 0;
    await page.getByRole('button', { name: 'Larger' }).click();
    await expect
      .poll(async () => (await page.getByTestId('pdf-page').boundingBox())?.width ?? 0)
      .toBeGreaterThan(before);
  });

  it('CIT-5 shows a row of a long table below the header of its columns', async () => {
    await page.goto(app.url);
    await ask(page, 'How deep is the Narwhal deep?');
    await answered(page);
    await lastAnswer(page).locator('[data-citations] button').first().click();
    const panel = page.getByTestId('side-panel');
    await panel.locator('tr[data-marked=true]').first().waitFor();
    await panel.locator('th').getByText('Depth in metres').first().waitFor();
  });
});

describe('ANS-4 leaving with proof', () => {
  it('saves an answer as Word with footnotes, and a conversation as Markdown with footnotes', async () => {
    const saved = async (open: () => Promise<void>, name: RegExp) => {
      await open();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ]);
      return readFile(await file.path());
    };
    const word = await saved(
      () => lastAnswer(page).getByRole('button', { name: 'More actions' }).click(),
      /^Word/,
    );
    expect(word.subarray(0, 2).toString()).toBe('PK');
    const markdown = await saved(() => page.getByRole('button', { name: 'Export' }).click(), /^Markdown/);
    expect(markdown.toString()).toMatch(/\[\^1\]: .+depths\.csv.+<http/);
  });

  it('WEB-7 has the same on a phone: the document at home, its pages, and the answer that leaves', async () => {
    const small = await app.open(`${new URL(page.url()).pathname}`, phone);
    await lastAnswer(small).getByRole('button', { name: 'More actions' }).click();
    const [word] = await Promise.all([
      small.waitForEvent('download'),
      small.getByRole('menuitem', { name: /^Word/ }).click(),
    ]);
    expect((await readFile(await word.path())).subarray(0, 2).toString()).toBe('PK');
    await small.getByRole('button', { name: 'Export' }).click();
    const [web] = await Promise.all([
      small.waitForEvent('download'),
      small.getByRole('menuitem', { name: 'Web page with its passages' }).click(),
    ]);
    expect((await readFile(await web.path())).toString()).toContain('Narwhal deep');
    await small.goto(harbour);
    const text = small.getByTestId('document-text');
    await text.getByText('The mooring fee is 40 crowns').waitFor();
    await small.getByRole('searchbox', { name: 'Find in the document' }).fill('old pier');
    await small.keyboard.press('Enter');
    await expect.poll(() => text.locator('mark').innerText()).toBe('old pier');
    expect(await small.getByText('Chunk 1').count()).toBe(0);
    await small.goto(`${harbour}?start=1&end=12&words=mooring%20fee`);
    await expect.poll(() => text.locator('mark').first().innerText()).toContain('mooring fee');
    await small.goto(manual);
    await small.locator('canvas[data-drawn]').waitFor();
    await small.getByRole('button', { name: /^Page 1 of/ }).click();
    await small.getByRole('textbox', { name: 'Go to page' }).fill('7');
    await small.keyboard.press('Enter');
    await small.getByText(/Page 7 of/).waitFor();
    const width = async () => (await small.getByTestId('pdf-page').boundingBox())?.width ?? 0;
    const before = await width();
    await small.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(width).toBeGreaterThan(before);
    expect(await widerThanScreen(small)).toBe(0);
    await small.context().close();
  });

  it('has a link to one answer that opens there', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await lastAnswer(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy the link to this answer' }).click();
    const link = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(link).toContain('#message-');
    await page.goto(await link());
    await answered(page);
    await lastAnswer(page).locator('[data-citations] button').first().waitFor();
    expect(app.complaints).toEqual([]);
  });
});
