import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, ask, lastAnswer } from './support/page-actions.js';
import { phone, sizes, widerThanScreen } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
let conversation = '';

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await ask(page, 'Show me something typeset');
  await page.waitForURL(/\/c\//);
  await answered(page);
  conversation = new URL(page.url()).pathname;
  await page.context().close();
});

afterAll(() => app.close());

/** Where the text of an element begins and ends within it, in pixels from its left edge. */
const extentOf = (text: string) =>
  lastAnswer(page)
    .getByText(text)
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [own, inner] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
      return { before: inner.left - own.left, after: own.right - inner.right };
    });

describe.each(sizes)('WEB-1 answers are set as their authors would, on a %s', (_size, options) => {
  beforeAll(async () => {
    page = await app.open(conversation, options);
    await answered(page);
  });

  afterAll(() => page.context().close());

  it('sets formulas in either notation, and leaves prices alone', async () => {
    await expect.poll(() => lastAnswer(page).locator('math').count()).toBe(3);
    await expect.poll(() => lastAnswer(page).locator('math mfrac').count()).toBe(1);
    expect(await lastAnswer(page).innerText()).toContain('a ticket costs $5 or $10.');
    expect(await lastAnswer(page).innerText()).not.toMatch(/\\\(|\\pi r\^2\$/);
  });

  it('sets each paragraph and list in the direction of its script', async () => {
    await expect.poll(async () => Math.round((await extentOf('זו פסקה')).after)).toBeLessThanOrEqual(1);
    const english = await extentOf('An English paragraph');
    expect(english.before).toBeLessThan(english.after);
    expect(
      await lastAnswer(page)
        .locator('ul')
        .evaluate((list) => getComputedStyle(list).direction),
    ).toBe('rtl');
  });

  it('gives headings sizes that tell them apart', async () => {
    const size = (name: string) =>
      lastAnswer(page)
        .getByRole('heading', { name })
        .evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));
    expect(await size('The first heading')).toBeGreaterThan(await size('The second heading'));
  });

  it('draws a diagram as an image, shows its code at a click, and leaves what it cannot draw as code', async () => {
    const diagram = lastAnswer(page).getByTestId('diagram');
    await diagram.waitFor();
    const width = () => diagram.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(100);
    await expect.poll(() => diagram.count()).toBe(1);
    await lastAnswer(page).getByText('root((Voyage))').waitFor();
    await lastAnswer(page).getByRole('button', { name: 'Show the code' }).first().click();
    await lastAnswer(page).getByText('A[Harbour]').waitFor();
    await lastAnswer(page).getByRole('button', { name: 'Show the diagram' }).click();
    await diagram.waitFor();
  });

  it('copies code by a button', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await lastAnswer(page).getByRole('button', { name: 'Copy code' }).first().click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('flowchart LR\n  A[Harbour] -->|sails| B{Open sea}');
  });

  it('keeps to the screen: a wide table scrolls, and no word of it is broken', async () => {
    const cells = lastAnswer(page).locator('.table-scroll :is(th, td)');
    await cells.first().waitFor();
    // A broken word makes more lines than the cell has words.
    const broken = await cells.evaluateAll(
      (all) =>
        all.filter((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          return lines > (cell.textContent ?? '').trim().split(/[\s-]+/).length;
        }).length,
    );
    expect(broken).toBe(0);
    const frame = lastAnswer(page).locator('.table-scroll');
    if (options === phone)
      expect(await frame.evaluate((table) => table.scrollWidth > table.clientWidth)).toBe(true);
    const diagram = lastAnswer(page).getByTestId('diagram');
    await diagram.waitFor();
    expect((await diagram.boundingBox())?.width ?? 999).toBeLessThanOrEqual(options.viewport?.width ?? 1280);
    expect(await widerThanScreen(page)).toBe(0);
  });
});

describe('WEB-1 a diagram that is never done', () => {
  /** Without waiting for the ten-second limit, which ends when `giveUp` says so. */
  const opened = async () => {
    const other = await app.open();
    await other.addInitScript(() => {
      const later = window.setTimeout.bind(window);
      const kept: (() => void)[] = [];
      const own = (run: () => void, delay = 0) => (delay === 10_000 ? kept.push(run) : later(run, delay));
      Object.assign(window, { setTimeout: own, giveUp: () => kept.forEach((run) => run()) });
    });
    await other.route(/diagram-worker/u, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'for (;;) {}' }),
    );
    const started = other.waitForEvent('worker');
    await other.goto(app.url + conversation);
    const worker = await started;
    let isEnded = false;
    worker.once('close', () => {
      isEnded = true;
    });
    return { other, isEnded: () => isEnded };
  };

  it('holds nothing up, is shown as code, and is given up when it is no longer wanted', async () => {
    const { other, isEnded } = await opened();
    await lastAnswer(other).getByText('A[Harbour]').waitFor();
    await ask(other, 'Hello there');
    await answered(other, 2);
    expect(await other.getByTestId('diagram').count()).toBe(0);
    await other.getByRole('button', { name: 'Show the code' }).first().click();
    await expect.poll(isEnded).toBe(true);
    await other.context().close();
  });

  it('is given up after a while, and stays code', async () => {
    const { other, isEnded } = await opened();
    await other.evaluate(() => (window as unknown as { giveUp: () => void }).giveUp());
    await expect.poll(isEnded).toBe(true);
    await other.getByText('A[Harbour]').waitFor();
    await other.context().close();
  });

  it('makes the browser complain about nothing', () => {
    expect(app.complaints).toEqual([]);
  });
});
