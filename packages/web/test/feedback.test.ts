import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from './support/axe.js';
import { documents } from './support/documents.js';
import { answered, ask, lastAnswer, makeBase } from './support/page-actions.js';
import { shoot } from './support/shoot.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

const phone = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
  await makeBase(page, 'Ship papers', documents);
  await page.goto(app.url);
  await ask(
    page,
    'I doubt the life jackets rule, the watches of the crew at sea, and that the vessel left Lisbon',
  );
  await page.waitForURL(/\/c\//);
  await answered(page);
});

afterAll(() => app.close());

const thumb = (on: Page, name: string) => on.getByRole('button', { name, exact: true });
const isPressed = (on: Page, name: string) => thumb(on, name).last().getAttribute('aria-pressed');

describe('ANS-5 feedback on the page', () => {
  it('is given on an answer with reasons and words, stays, and is changed', async () => {
    await thumb(page, 'This answer is wrong').click();
    const form = page.getByTestId('feedback-form');
    await form.getByLabel('It is out of date').check();
    await form.getByLabel('In your own words').fill('The rule changed in spring.');
    expect(await findings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(() => isPressed(page, 'This answer is wrong')).toBe('true');
    await page.getByRole('button', { name: 'Why?' }).click();
    expect(await form.getByLabel('It is out of date').isChecked()).toBe(true);
    expect(await form.getByLabel('In your own words').inputValue()).toBe('The rule changed in spring.');
    await page.keyboard.press('Escape');
    // By keyboard alone: from one thumb to the other.
    await thumb(page, 'This answer is right').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => isPressed(page, 'This answer is right')).toBe('true');
    expect(await isPressed(page, 'This answer is wrong')).toBe('false');
    await form.getByRole('button', { name: 'Close' }).click();
  });

  it('is given on a citation: from its card, in the proof view by a key, and by touch', async () => {
    const chip = lastAnswer(page).locator('[data-citations] button').first();
    await chip.hover();
    const card = page.getByTestId('citation-card');
    await card.getByRole('button', { name: 'The passage does not support it' }).click();
    await expect
      .poll(() =>
        card.getByRole('button', { name: 'The passage does not support it' }).getAttribute('aria-pressed'),
      )
      .toBe('true');
    await page.mouse.move(0, 0);
    await lastAnswer(page).getByRole('button', { name: 'Check it' }).click();
    const proof = page.getByTestId('proof');
    await proof.locator('[data-claim="0"]').click();
    const right = proof.getByRole('button', { name: 'The passage supports it (R)' });
    await right.waitFor();
    await page.keyboard.press('r');
    await expect.poll(() => right.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');

    const touched = await app.open(new URL(page.url()).pathname, { ...phone, colorScheme: 'dark' });
    await touched.locator('[data-citations] button').nth(1).tap();
    const wrong = touched.getByRole('button', { name: 'The passage does not support it' });
    await wrong.tap();
    await expect.poll(() => wrong.getAttribute('aria-pressed')).toBe('true');
    await touched.close();
  });

  it('is seen over time, in German too, exported and deleted', async () => {
    await page.goto(`${app.url}/settings/feedback`);
    const own = page.getByTestId('feedback-own');
    await own.getByText('I doubt the life jackets rule').waitFor();
    expect(await own.innerText()).toContain('Passages: 1 right, 1 wrong');
    await page.getByTestId('feedback-chart').waitFor();
    expect(await findings(page)).toEqual([]);
    await shoot(page, 'feedback');
    const german = await app.open('/settings/feedback', { ...phone, locale: 'de-DE' });
    await german.getByRole('heading', { name: 'Rückmeldungen' }).waitFor();
    await german.getByTestId('feedback-own').waitFor();
    const overflow = await german.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await german.close();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    expect((await saved).suggestedFilename()).toBe('feedback.jsonl');
    await own.getByRole('link', { name: /I doubt the life jackets rule/ }).click();
    await expect.poll(() => isPressed(page, 'This answer is right')).toBe('true');
    await page.goBack();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No feedback yet').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
