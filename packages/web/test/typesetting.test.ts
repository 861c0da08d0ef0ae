import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, ask, lastAnswer } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await ask(page, 'Show me something typeset');
  await answered(page);
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

describe('WEB-1 answers are set as their authors would', () => {
  it('sets formulas in either notation, and leaves prices alone', async () => {
    await expect.poll(() => lastAnswer(page).locator('math').count()).toBe(3);
    expect(await lastAnswer(page).locator('math mfrac').count()).toBe(1);
    expect(await lastAnswer(page).innerText()).toContain('a ticket costs $5 or $10.');
    expect(await lastAnswer(page).innerText()).not.toMatch(/\\\(|\\pi r\^2\$/);
  });

  it('sets each paragraph and list in the direction of its script', async () => {
    const hebrew = await extentOf('זו פסקה');
    expect(hebrew.after).toBeLessThan(hebrew.before);
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

  it('makes the browser complain about nothing', () => {
    expect(app.complaints).toEqual([]);
  });
});
