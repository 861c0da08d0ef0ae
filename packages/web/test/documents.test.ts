import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
let base: string;

const filler = (count: number) =>
  Array.from({ length: count }, (_, line) => `<p>Remark ${line + 1} on tides.</p>`);

/** A PDF of several pages, printed by a browser. */
async function printedPdf(): Promise<Buffer> {
  const sheet = await app.browser.newPage();
  await sheet.setContent(
    [
      '<title>Pilot manual</title><h1>Pilot manual</h1>',
      ...filler(50),
      '<h2>Currents</h2>',
      '<p>The narwhal channel may be entered only at slack water with two pilots on the bridge.</p>',
      ...filler(30),
    ].join(''),
  );
  const bytes = await sheet.pdf({ format: 'A5' });
  await sheet.close();
  return bytes;
}

const OTHERS = 'mud and gravel,fast in January,by tender,poor holding,none since then';

const isInSight = (cell: Locator) =>
  cell.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

const scan = (name: string) => readFile(new URL(`../../retrieval/test/fixtures/${name}`, import.meta.url));

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  base = await makeBase(page, 'Pilotage', {
    'pilot-manual.pdf': await printedPdf(),
    'logbook.pdf': await scan('harbour-log.pdf'),
    'notice.png': await scan('harbour-log.png'),
    'repairs.tiff': await scan('packed-jpeg.tiff'),
    'faxes.pdf': await scan('packed-scans.pdf'),
    'depths.csv': Buffer.from(
      [
        'Fjord,Depth in metres,Surveyed,Bottom,Winter ice,Landing,Anchorage,Remarks',
        ...Array.from({ length: 40 }, (_, row) => `Sound ${row + 1},${100 + row},2019,${OTHERS}`),
        `Kangertittivaq,1450,2021,${OTHERS}`,
      ].join('\n'),
    ),
    'lighthouses.md':
      '# Lighthouses\n\nA list.\n\n## Western lights\n\nThe ptarmigan light flashes twice every nine seconds at night.\n',
  });
});

afterAll(() => app.close());

const panel = () => page.getByTestId('side-panel');

async function openCitation(question: string): Promise<void> {
  await page.goto(app.url);
  await ask(page, question);
  await answered(page);
  await lastAnswer(page).locator('[data-citations] button').first().click();
  await panel().waitFor();
}

describe('WEB-1 a citation opens the document at the highlighted passage', () => {
  it('in a PDF: the page as it looks, the passage marked on it', async () => {
    await openCitation('When may the narwhal channel be entered?');
    await panel().locator('canvas[data-drawn]').waitFor();
    const marks = panel().getByTestId('pdf-page').locator('mark');
    await expect.poll(() => marks.count()).toBeGreaterThan(0);
    const cited = await panel()
      .getByText(/^Page \d+$/)
      .first()
      .textContent();
    expect(Number(cited?.replace('Page ', ''))).toBeGreaterThan(1);
    expect(
      await panel()
        .getByText(/^Page \d+ of \d+$/)
        .textContent(),
    ).toContain(`${cited} of`);
    await expect.poll(() => marks.first().boundingBox()).not.toBeNull();
    const [sheet, mark] = [
      await panel().getByTestId('pdf-page').boundingBox(),
      await marks.first().boundingBox(),
    ];
    if (sheet === null || mark === null) throw new Error('Nothing is shown.');
    expect(mark.y).toBeGreaterThanOrEqual(0);
    expect(mark.y + mark.height).toBeLessThanOrEqual(800);
    expect(mark.x).toBeGreaterThan(sheet.x);
    expect(mark.x + mark.width).toBeLessThan(sheet.x + sheet.width);
    expect(await inkUnder(mark)).toBe(true);
  });

  it('in a PDF: turns the pages, and shows the text instead', async () => {
    await panel().getByRole('button', { name: 'Previous page' }).click();
    await expect.poll(() => panel().getByTestId('pdf-page').locator('mark').count()).toBe(0);
    await panel().getByRole('radio', { name: 'Text' }).click();
    await panel().locator('mark').first().waitFor();
    expect(await panel().locator('mark').first().textContent()).toContain('narwhal channel');
  });

  it('in a PDF: says that a page is being drawn, until it is', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/items/*/pages/*/words*', async (route) => {
      await held;
      await route.continue();
    });
    await openCitation('Where was the pilot station moved, to the northern breakwater?');
    const chips = lastAnswer(page).locator('[data-citations] button');
    for (let place = 0; place < (await chips.count()); place += 1) {
      await chips.nth(place).click();
      if ((await panel().getByRole('heading', { level: 3 }).textContent()) === 'logbook') break;
    }
    await panel()
      .getByRole('status', { name: /^Page \d+ is being drawn$/ })
      .waitFor();
    letGo();
    await panel().locator('canvas[data-drawn]').waitFor();
    await expect.poll(() => panel().getByTestId('blank-page').count()).toBe(0);
    await page.unroute('**/api/items/*/pages/*/words*');
  });

  it('KB-9 in a scan and in a picture: as they look, the cited words framed, and how surely they were read', async () => {
    await page.goto(app.url);
    await ask(page, 'Where was the pilot station moved, to the northern breakwater?');
    await answered(page);
    const chips = lastAnswer(page).locator('[data-citations] button');
    for (const [title, shown] of [
      ['logbook', 'pdf-page'],
      ['notice', 'picture-page'],
    ] as const) {
      for (let place = 0; place < (await chips.count()); place += 1) {
        await chips.nth(place).click();
        await panel().getByRole('heading', { level: 3 }).waitFor();
        if ((await panel().getByRole('heading', { level: 3 }).textContent()) === title) break;
      }
      const marks = panel().getByTestId(shown).locator('mark[data-look=framed]');
      await expect.poll(() => marks.count()).toBeGreaterThan(8);
      await expect.poll(() => marks.first().boundingBox()).not.toBeNull();
      const sheet = await panel().getByTestId(shown).boundingBox();
      const first = await marks.first().boundingBox();
      if (sheet === null || first === null) throw new Error('Nothing is shown.');
      expect(first.x).toBeGreaterThan(sheet.x);
      expect(first.x + first.width).toBeLessThan(sheet.x + sheet.width / 2);
      expect(await panel().getByTestId('ocr-line').textContent()).toMatch(
        /Read from a picture \(\d+% sure\)/,
      );
      if (shown === 'pdf-page') {
        await panel().locator('canvas[data-drawn]').waitFor();
        expect(await inkUnder(first)).toBe(true);
        await expect.poll(() => panel().getByText('Page 2', { exact: true }).count()).toBe(1);
      }
    }
    await panel().getByRole('radio', { name: 'Text' }).click();
    await panel().locator('mark').first().waitFor();
  });

  it('KB-9 in a TIFF, which browsers do not show: as it looks, the cited words framed', async () => {
    await openCitation('When was the north quay repaired?');
    await panel().getByRole('heading', { level: 3, name: 'repairs' }).waitFor();
    const picture = panel().getByTestId('picture-page').getByRole('img');
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth).catch(() => 0))
      .toBe(1000);
    const marks = panel().getByTestId('picture-page').locator('mark[data-look=framed]');
    await expect.poll(() => marks.count()).toBeGreaterThan(4);
  });

  it('KB-9 in a PDF of which one picture is damaged: says which page was not read', async () => {
    await openCitation('Which page is a bitmap by JBIG2?');
    await panel().getByRole('heading', { level: 3, name: 'faxes' }).waitFor();
    await panel().getByText('The picture of page 4 could not be read').waitFor();
  });

  it('in a PDF whose original is gone: says so, and quotes the passage', async () => {
    await page.route('**/original', (route) =>
      route.fulfill({
        status: 404,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'original_not_kept', detail: 'The original of this item is not kept.' }),
      }),
    );
    await openCitation('When may the narwhal channel be entered?');
    await panel().getByText('The pages cannot be shown').waitFor();
    expect(await panel().textContent()).toContain('The original of this item is not kept.');
    expect(await panel().locator('blockquote').textContent()).toContain('narwhal channel');
    await page.unroute('**/original');
  });

  it('in a table: the row, below the header of its columns', async () => {
    await openCitation('How deep is Kangertittivaq?');
    // The passage spans from the header to the row (CIT-5), and so may the mark.
    const row = panel().locator('tr[data-marked=true]').last();
    await row.waitFor();
    expect(await row.textContent()).toContain('1450');
    const header = panel().getByRole('columnheader', { name: 'Depth in metres', exact: true });
    await header.waitFor();
    // In a table of any size, the column names and the first cell of the row stay visible.
    await expect.poll(() => isInSight(header)).toBe(true);
    const first = row.getByRole('cell').first();
    expect(await first.textContent()).toBe('Kangertittivaq');
    await expect.poll(() => isInSight(first)).toBe(true);
    const scrolled = await row.evaluate((element) => {
      const box = element.closest('[role=group]');
      box?.scrollTo({ left: box.scrollWidth });
      return box?.scrollLeft ?? 0;
    });
    expect(scrolled).toBeGreaterThan(0);
    await expect.poll(() => isInSight(first)).toBe(true);
  });

  it('in Markdown: under its heading', async () => {
    await openCitation('How often does the ptarmigan light flash?');
    await panel().locator('mark').waitFor();
    expect(await panel().getByTestId('passage-heading').textContent()).toBe('Under: Western lights');
  });

  it('gives the original as a file', async () => {
    const waiting = page.waitForEvent('download');
    await panel().getByRole('link', { name: 'Download' }).click();
    expect((await waiting).suggestedFilename()).toBe('lighthouses.md');
  });
});

describe('KB-11 a citation of a document that has changed since', () => {
  it('opens the text it was made from, says so, and shows what changed', async () => {
    await openCitation('How often does the ptarmigan light flash?');
    await panel().locator('mark').waitFor();
    const conversation = page.url();
    await page.goto(base);
    await page.getByTestId('upload-input').setInputFiles([
      {
        name: 'lighthouses.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from(
          '# Lighthouses\n\nA list.\n\n## Western lights\n\nThe ptarmigan light flashes thrice every twelve seconds at night.\n',
        ),
      },
    ]);
    await page.locator('[data-testid=job][data-state=done]').waitFor();
    await page.goto(conversation);
    await lastAnswer(page).locator('[data-citations] button').first().click();
    await panel()
      .getByText(/has changed since it was cited/)
      .waitFor();
    await panel().locator('mark').waitFor();
    expect(await panel().getByTestId('document-text').textContent()).toContain('twice every nine seconds');
    await panel().getByRole('radio', { name: 'What changed' }).click();
    await panel().locator('[data-diff=removed]').waitFor();
    expect(await panel().locator('[data-diff=removed]').textContent()).toContain('twice every nine');
    expect(await panel().locator('[data-diff=added]').textContent()).toContain('thrice every twelve');
    await panel().getByRole('radio', { name: 'Now' }).click();
    await expect
      .poll(() => panel().getByTestId('document-text').textContent())
      .toContain('thrice every twelve');
  });
});

it('made the browser complain about nothing', () => {
  expect(app.complaints).toEqual([]);
});

/** Whether letters are drawn under the mark: dark pixels in that part of the canvas. */
function inkUnder(box: { x: number; y: number; width: number; height: number }): Promise<boolean> {
  return page.evaluate(({ x, y, width, height }) => {
    const canvas = document.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return false;
    const rect = canvas.getBoundingClientRect();
    const scale = canvas.width / rect.width;
    const { data } = context.getImageData(
      (x - rect.x) * scale,
      (y - rect.y) * scale,
      width * scale,
      height * scale,
    );
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100) dark += 1;
    return dark > 20;
  }, box);
}
