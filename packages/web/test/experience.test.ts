import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { documents } from './support/documents.js';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;
let conversation = '';

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await makeBase(page, 'Ship papers', documents);
});

afterAll(() => app.close());

const panel = (on: Page = page) => on.getByTestId('side-panel');
const message = (on: Page = page) => on.getByRole('textbox', { name: 'Your message' });

describe('WEB-1 citations', () => {
  it('shows several of one place in one chip, each with its own card', async () => {
    await page.goto(app.url);
    await ask(page, 'watches, life jackets and samples together');
    await answered(page);
    conversation = page.url();
    const group = lastAnswer(page).locator('[data-citations]');
    await expect.poll(() => group.count()).toBe(1);
    const chips = group.locator('button');
    expect(await chips.count()).toBeGreaterThan(1);
    await chips.nth(1).hover();
    const title = await chips.nth(1).getAttribute('aria-label');
    await expect.poll(() => page.getByTestId('citation-card').count()).toBe(1);
    const shown = await page.getByTestId('citation-card').locator('.font-semibold').nth(1).textContent();
    expect(title).toContain(shown);
  });

  it('is the same by keyboard alone: card on focus, panel on Enter, back on Escape', async () => {
    await page.mouse.move(0, 0);
    const chip = lastAnswer(page).locator('[data-citations] button').first();
    await lastAnswer(page).getByTestId('timeline').getByRole('button').first().focus();
    await page.keyboard.press('Tab');
    await page.getByTestId('citation-card').waitFor();
    await page.keyboard.press('Enter');
    await panel().locator('mark').first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('side-panel');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(await chip.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('WEB-3 and WEB-4, live', () => {
  it('shows the search and the context while the answer is still being made', async () => {
    await page.goto(app.url);
    await ask(page, 'Look patiently for the watches');
    await lastAnswer(page).getByRole('button', { name: 'How it searched' }).click();
    await panel().getByTestId('trajectory-step').first().waitFor();
    expect(await lastAnswer(page).getAttribute('aria-busy')).toBe('true');
    await lastAnswer(page).getByRole('button', { name: 'What the model saw' }).click();
    await panel().getByText('Budget').waitFor();
    await answered(page);
    expect(await lastAnswer(page).getAttribute('aria-busy')).toBe('false');
  });

  it('CTX-11 tells what was left out of a small window, and why; with another model chosen for it', async () => {
    const long = (word: string) => `${word} `.repeat(1_500);
    await page.goto(app.url);
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'Small window' });
    await ask(page, `First ${long('anchor')}`);
    await answered(page);
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'Small window' });
    await ask(page, `Second ${long('rudder')}`);
    await answered(page, 2);
    await lastAnswer(page).getByRole('button', { name: 'What the model saw' }).click();
    const removed = panel().locator('section', { hasText: 'Left out' }).last();
    await removed
      .getByText(/dropped|paged out/)
      .first()
      .waitFor();
    expect(
      await panel()
        .getByText(/same as in the step before|no earlier step/)
        .count(),
    ).toBe(1);
  });
});

describe('WEB-2 files of the workspace', () => {
  it('are listed and downloaded', async () => {
    await page.goto(app.url);
    await ask(page, 'Write the stores to a file');
    await answered(page);
    await page.getByRole('button', { name: 'References and files' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel()
        .getByRole('link', { name: /list\.txt/ })
        .click(),
    ]);
    expect(download.suggestedFilename()).toBe('list.txt');
  });
});

describe('WEB-7 phone, theme, motion, and a server that is away', () => {
  it('fits a phone on every page, with the panel over the conversation', async () => {
    const phone = await app.open('/', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const sideways = () => phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    for (const path of ['/', '/knowledge', '/projects', '/agents', '/settings/models', '/settings/usage']) {
      await phone.goto(app.url + path);
      await phone.getByRole('heading', { level: 1 }).waitFor();
      await phone.waitForLoadState('networkidle');
      expect(`${path} ${await sideways()}`).toBe(`${path} 0`);
    }
    await phone.goto(conversation);
    await lastAnswer(phone).locator('[data-citations] button').first().tap();
    await panel(phone).locator('mark').first().waitFor();
    expect((await panel(phone).boundingBox())?.width).toBe(390);
    await panel(phone).getByRole('button', { name: 'Close the side panel' }).tap();
    await panel(phone).waitFor({ state: 'detached' });
    await phone.getByRole('button', { name: 'Show the sidebar' }).tap();
    await phone.getByRole('link', { name: 'Knowledge', exact: true }).tap();
    await phone.getByRole('link', { name: /Ship papers/ }).waitFor();
    await phone.context().close();
  });

  it('keeps a chosen theme through a reload', async () => {
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await page.goto(app.url);
    await page.getByRole('textbox', { name: 'Your message' }).waitFor();
    const light = await scheme();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Switch between light and dark' }).click();
    await expect.poll(scheme).not.toBe(light);
    const dark = await scheme();
    await page.reload();
    expect(await scheme()).toBe(dark);
    await page.evaluate(() => localStorage.removeItem('ibid:theme'));
  });

  it('moves nothing for longer than a blink where less motion is wanted', async () => {
    await page.goto(app.url);
    await message().fill('Count slowly please');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await lastAnswer(page).getByText('word3').waitFor();
    const longest = await page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0)),
      ),
    );
    expect(longest).toBeLessThanOrEqual(50);
    await page.getByRole('button', { name: 'Stop' }).click();
    await answered(page);
  });

  it('goes on where only the network is away: the server may be on the same machine', async () => {
    const page = await app.open();
    await page.getByRole('textbox', { name: 'Your message' }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    // Nothing else on the page requests the reports, so this must be the new page's request.
    const asked = page.waitForResponse(/\/api\/reports/u);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    expect((await asked).ok()).toBe(true);
    await page.context().close();
  });

  it('says that the server is away, keeps what was written, and sends it later', async () => {
    await page.goto(app.url);
    await page
      .getByRole('button', { name: /What does/ })
      .first()
      .waitFor();
    await page.context().setOffline(true);
    await ask(page, 'Is anybody there?');
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
    expect(await message().inputValue()).toBe('Is anybody there?');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answered(page);
  });
});

it('made the browser complain about nothing', () => {
  expect(app.complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});
