import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { post } from './support/page-actions.js';
import { sizes } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

interface Started {
  turnId: string;
  assistantMessageId: string;
}

let app: App;
let short: string;
let long: string;

/** Sends questions as the page does, each after the previous answer. */
async function talk(page: Page, turns: number): Promise<string> {
  const { id } = await post<{ id: string }>(page, '/api/conversations', {});
  let parentMessageId: string | null = null;
  for (let turn = 0; turn < turns; turn += 1) {
    const text = turn === 0 ? 'The walrus asks first' : `Question ${turn}`;
    const started: Started = await post(page, `/api/conversations/${id}/turns`, { text, parentMessageId });
    await page.evaluate(async (turnId) => {
      await (await fetch(`/api/turns/${turnId}/events`)).text();
    }, started.turnId);
    parentMessageId = started.assistantMessageId;
  }
  return id;
}

beforeAll(async () => {
  app = await startApp({ hasModel: false });
  const page = await app.open();
  short = await talk(page, 8);
  long = await talk(page, 27);
  await page.context().close();
});

afterAll(() => app.close());

/** Like the browser's search: only what is in the document. */
const finds = async (page: Page) =>
  (await page.getByTestId('messages').innerText()).includes('The walrus asks first');

describe.each(sizes)('WEB-1 the browser’s search on a %s', (_size, options) => {
  it('finds a message that is out of sight', async () => {
    const page = await app.open(`/c/${short}`, options);
    await page.getByText('Question 7', { exact: true }).waitFor();
    await expect.poll(() => finds(page)).toBe(true);
    expect(await page.getByText('The walrus asks first').last().isVisible()).toBe(true);
    await page.context().close();
  });

  it('finds it in a long conversation too, and leaves the place', async () => {
    const page = await app.open(`/c/${long}`, options);
    const last = page.getByText('Question 26', { exact: true });
    await last.waitFor();
    expect(await finds(page)).toBe(false);
    const before = (await last.boundingBox())?.y ?? 0;
    await page.keyboard.press('Control+f');
    await expect.poll(() => finds(page)).toBe(true);
    await expect.poll(async () => Math.abs(((await last.boundingBox())?.y ?? 0) - before)).toBeLessThan(40);
    expect(app.complaints).toEqual([]);
    await page.context().close();
  });

  it('finds it without a key pressed, and brings it into view', async () => {
    const page = await app.open(`/c/${long}`, options);
    await page.getByText('Question 26', { exact: true }).waitFor();
    const unseen = page.locator('[hidden="until-found"]', { hasText: 'The walrus asks first' }).first();
    await unseen.waitFor({ state: 'attached' });
    expect(await page.getByText('Question 26', { exact: true }).count()).toBe(1);
    // A headless browser has no search. It reveals the target of an address by the same steps.
    await unseen.evaluate((element) => {
      element.id = 'sought';
      location.hash = '#sought';
    });
    const found = page.locator('[data-index="0"]');
    await found.getByText('The walrus asks first').waitFor();
    const top = (await page.getByTestId('messages').boundingBox())?.y ?? 0;
    await expect.poll(async () => (await found.boundingBox())?.y).toBeGreaterThanOrEqual(top);
    expect(await page.locator('[hidden="until-found"]').count()).toBe(0);
    expect(app.complaints).toEqual([]);
    await page.context().close();
  });
});
