import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { answered, ask, lastAnswer } from './support/page-actions.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  page = await app.open();
});

afterAll(() => app.close());

describe('first run', { timeout: 300_000 }, () => {
  it('has one question field, and own documents one choice away', async () => {
    await page.getByText('Drop files or folders anywhere').waitFor();
    await page.getByTestId('first-documents').setInputFiles({
      name: 'tides.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Tides\n\nHigh water at the old quay is at twenty past nine in the morning.'),
    });
    await page.locator('[data-testid=tray] [data-state=ready]').waitFor();
    await page.getByRole('textbox', { name: 'Your message' }).fill('When is high water?');
    await page.keyboard.press('Enter');
    await answered(page);
    // Who typed goes on typing: the conversation's own field has the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-composer') ?? false))
      .toBe(true);
    await expect.poll(() => lastAnswer(page).innerText()).toContain('twenty past nine');
  });

  it('/login leads home for who is logged in', async () => {
    await page.goto(`${app.url}/login`);
    await page.waitForURL((url) => url.pathname === '/');
  });

  it('an opened step stays on the screen', async () => {
    await page.goto(app.url);
    await ask(page, 'think of the tides at the old quay');
    await answered(page);
    const step = page.getByTestId('timeline').getByRole('button').first();
    await step.click();
    await expect.poll(async () => (await step.boundingBox())?.y ?? -1).toBeGreaterThan(0);
    expect(await step.getAttribute('aria-expanded')).toBe('true');
  });

  it('says in words that a part of the page cannot be loaded while the server is away', async () => {
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByText('The server cannot be reached').first().waitFor();
    await page.context().setOffline(false);
  });
});

describe('an expired session', { timeout: 300_000 }, () => {
  it('leads to the log-in, and back to where the person was', async () => {
    const closed = await startApp({ mode: 'login' });
    try {
      const tab = await closed.open(new URL(closed.setupUrl ?? '').href.slice(closed.url.length));
      await tab.getByLabel('User name').fill('ada');
      await tab.getByLabel('Password').fill('correct horse battery');
      await tab.getByRole('button', { name: 'Create the administrator' }).click();
      await tab.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
      const login = tab.getByRole('button', { name: 'Log in' });
      await tab.getByRole('textbox', { name: 'Your message' }).fill('Is anybody there?');
      await tab.context().clearCookies();
      // Anything else that the page asks of the server may lead there before the message does.
      const send = tab.getByRole('button', { name: 'Send', exact: true });
      await Promise.race([send.click().catch(() => undefined), login.waitFor()]);
      await login.waitFor();
      await tab.getByLabel('User name').fill('ada');
      await tab.getByLabel('Password').fill('correct horse battery');
      await tab.getByRole('button', { name: 'Log in' }).click();
      await expect
        .poll(() => tab.getByRole('textbox', { name: 'Your message' }).inputValue())
        .toBe('Is anybody there?');
    } finally {
      await closed.close();
    }
  });
});
