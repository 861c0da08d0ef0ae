import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { answered, ask, lastAnswer } from './support/page-actions.js';
import { phone, sidebarLink, sizes, widerThanScreen } from './support/sizes.js';
import { startApp } from './support/start-app.js';
import type { App } from './support/start-app.js';

describe.each(sizes)('first run on a %s', (_size, options) => {
  let app: App;
  let page: Page;

  beforeAll(async () => {
    app = await startApp();
    page = await app.open('/', options);
  });

  afterAll(() => app.close());

  it('has one question field, and own documents one choice away', async () => {
    // Dropping is not possible on touch screens.
    const way = options === phone ? 'Add your documents, then ask.' : 'Drop files or folders anywhere';
    await page.getByText(way).waitFor();
    expect(await widerThanScreen(page)).toBe(0);
    await page.getByTestId('first-documents').setInputFiles({
      name: 'tides.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Tides\n\nHigh water at the old quay is at twenty past nine in the morning.'),
    });
    await page.locator('[data-testid=tray] [data-state=ready]').waitFor();
    await page.getByRole('textbox', { name: 'Your message' }).fill('When is high water?');
    // On a phone, Enter starts a new line.
    if (options === phone) await page.getByRole('button', { name: 'Send', exact: true }).click();
    else await page.keyboard.press('Enter');
    await answered(page);
    // The user can continue typing: the conversation's field has the focus.
    if (options !== phone)
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-composer') ?? false))
        .toBe(true);
    await expect.poll(() => lastAnswer(page).innerText()).toContain('twenty past nine');
  });

  it('/login leads home for who is logged in', async () => {
    await page.goto(`${app.url}/login`);
    await page.waitForURL((url) => url.pathname === '/');
  });

  it('says in words that a part of the page cannot be loaded while the server is away', async () => {
    const agents = await sidebarLink(page, 'Agents');
    await page.context().setOffline(true);
    await agents.click();
    await page.getByText('The server cannot be reached').first().waitFor();
    await page.context().setOffline(false);
  });

  it('fetches a part of the page again that was lost once: a screen and a panel', async () => {
    const asked = { 'settings-page': 0, 'retrieval-panel': 0 };
    for (const part of ['settings-page', 'retrieval-panel'] as const)
      await page.route(`**/assets/${part}-*.js`, (route) =>
        (asked[part] += 1) === 1 ? route.abort('failed') : route.continue(),
      );
    await page.goto(`${app.url}/settings/general`);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.goto(app.url);
    await ask(page, 'When is high water?');
    await answered(page);
    await page.getByRole('button', { name: 'How it searched' }).first().click();
    await page
      .getByTestId('side-panel')
      .getByText(/passages? from/)
      .first()
      .waitFor();
    expect(asked).toEqual({ 'settings-page': 2, 'retrieval-panel': 2 });
  });
});

describe.each(sizes)('an expired session on a %s', (_size, options) => {
  it('leads to the log-in, and back to where the person was', async () => {
    const closed = await startApp({ mode: 'login' });
    try {
      const setUp = new URL(closed.setupUrl ?? '').href.slice(closed.url.length);
      const tab = await closed.open(setUp, options);
      await tab.getByLabel('User name').fill('ada');
      await tab.getByLabel('Password').fill('correct horse battery');
      await tab.getByRole('button', { name: 'Create the administrator' }).click();
      await tab.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
      const login = tab.getByRole('button', { name: 'Log in' });
      await tab.getByRole('textbox', { name: 'Your message' }).fill('Is anybody there?');
      await tab.context().clearCookies();
      // Any other request of the page may lead there before the message does.
      const send = tab.getByRole('button', { name: 'Send', exact: true });
      await Promise.race([send.click().catch(() => undefined), login.waitFor()]);
      await login.waitFor();
      await tab.getByText('Your session has ended.').waitFor();
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
